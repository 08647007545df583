// What is to be seen of the table: the game as it is or was, and over it the move that is being chosen.

import { actionsOf, groupKinds, NONE_FITS, optionOf, pushOf, sells, stepOf } from "../game/choice.js";
import { moveSquares } from "../game/places.js";
import { count, lineText, list, seatLabel, upper } from "../game/words.js";

/**
 * The scene for a session's state. `acting` is the seat that chooses here, or null.
 *
 * `after`: the number of the move that has led here; `move`: that move, or null; `step`: see choice.js, null when nothing
 * is chosen; `kiln`: for `KilnView`; `warehouses`: for each seat, for each color, for `WarehouseView`.
 */
export function sceneOf(state, acting) {
  const { game, looking } = state;
  const shown = looking?.position ?? game;
  const after = looking?.number ?? game.number - 1;
  const move = lastMove(state, after);
  const choosing = acting !== null && looking === null && state.choice !== null && state.tree !== null;
  const step = choosing ? stepOf(state.choice) : null;
  const previewed = choosing && state.choice.slot !== null && state.preview?.text.startsWith(`${state.choice.slot} `);
  return {
    after,
    move,
    step,
    shown,
    previewed,
    kiln: kilnScene(state, previewed ? state.preview.game : shown, move, step),
    warehouses: shown.seats.map(({ warehouses }, index) =>
      warehouses.map((warehouse, part) =>
        warehouseScene(state, warehouse, index + 1, part, move, step !== null && acting === index + 1),
      ),
    ),
  };
}

function lastMove({ game, moves }, after) {
  if (game.last_move?.number === after) return game.last_move;
  return moves.find(({ number }) => number === after) ?? null;
}

function kilnScene(state, { kiln, outer }, move, step) {
  const { choice, tree, game, sending } = state;
  const chosen = step !== null && choice.slot !== null;
  const push = chosen ? pushOf(tree, choice) : null;
  return {
    kiln,
    outer,
    pushed: chosen ? choice.slot : (eventOf(move, "push")?.slot ?? null),
    copied: chosen ? chosenGroups(push, choice) : copiedGroups(move),
    slots: step === null || sending !== null ? [] : slotChoices(tree, choice, game.outer, outer),
    groups: step?.kind === "group" ? groupChoices(push, step.part) : [],
    caption: chosen ? `The kiln after the push at ${choice.slot}.` : "The kiln.",
  };
}

/** The slots to choose from; with one chosen, the others instead of it, but for the one where a tile has come out. */
function slotChoices(tree, choice, outer, shownOuter) {
  const free = tree.pushes.filter(({ slot }) => choice.slot === null || slot !== shownOuter.slot);
  return free.map(({ slot, out }) => ({
    slot,
    label: `${slot}: push ${outer.tile} in, ${out} comes out`,
    pressed: choice.slot === null ? undefined : choice.slot === slot,
  }));
}

function groupChoices(push, part) {
  const { color } = push.warehouses[part];
  return groupKinds(push.warehouses[part]).flatMap(({ kind, groups }) =>
    groups.map(({ squares }) => {
      const unfit = kind === NONE_FITS ? ", which does not fit" : "";
      return {
        part,
        kind,
        squares,
        label: `${upper(color)} group of ${squares.length} at ${squares.join(", ")}${unfit}`,
      };
    }),
  );
}

function chosenGroups(push, choice) {
  return choice.parts.flatMap(({ kind }, part) => {
    const chosen = groupKinds(push.warehouses[part]).find((other) => other.kind === kind);
    return chosen ? chosen.groups.map(({ squares }) => squares) : [];
  });
}

function copiedGroups(move) {
  const copies = move?.events.filter(({ type }) => type === "copy") ?? [];
  return copies.map(({ cells, from, to }) => moveSquares(cells, to, from));
}

function eventOf(move, type, color) {
  return move?.events.find((event) => event.type === type && (color === undefined || event.color === color));
}

function warehouseScene(state, { color, rows, score }, seat, part, move, choosing) {
  const { choice, tree, preview, game, sending } = state;
  const push = choosing ? pushOf(tree, choice) : null;
  const chosen = push === null ? null : choice.parts[part];
  const free = chosen !== null && sending === null;
  const actions = free && chosen.kind !== null ? actionsOf(push.warehouses[part], chosen.kind) : [];
  const option = chosen === null ? null : optionOf(push, choice, part);
  const sale = chosen !== null && sells(chosen) ? eventOf(preview?.move, "sell", color) : null;
  const marked = push === null;
  return {
    color,
    rows,
    score,
    owner: seatLabel(game, seat),
    scoreAfter: sale?.score ?? null,
    copied: (marked && eventOf(move, "copy", color)?.cells) || [],
    erased: (marked && eventOf(move, "erase", color)?.cell) || null,
    sold: (marked && eventOf(move, "sell", color)) || { rows: [], columns: [] },
    chosen:
      option === null
        ? null
        : (actionsOf(push.warehouses[part], chosen.kind).find(({ action }) => action === option.action) ?? null),
    places: actions.filter(({ cells }) => cells).map((place) => ({ ...place, chosen: place.action === chosen.action })),
    erasures: actions
      .filter(({ cell }) => cell)
      .map((erasure) => ({ ...erasure, chosen: erasure.action === chosen.action })),
    lines: free && option !== null ? linesOf(option, chosen) : [],
  };
}

/** The lines of an option that may be sold, with whether they are chosen to be. */
export function linesOf(option, chosen) {
  return ["rows", "columns"].flatMap((direction) =>
    option[direction].map((line) => ({ direction, line, pressed: chosen[direction].includes(line) })),
  );
}

/** What to do next, in a sentence or two. */
export function hintOf(state, acting, seats) {
  const { game, choice, tree, sending, looking } = state;
  if (looking !== null) return "You are looking back. The game goes on where you left it.";
  if (sending !== null)
    return sending.trouble === null
      ? "Sending the move…"
      : `${sending.trouble} The same move is sent again; it cannot be played twice.`;
  if (game.status === "finished") return "Step through the moves below, or play again.";
  if (game.status === "waiting") return "The game begins as soon as every seat is taken.";
  if (acting === null && game.seats[game.to_move - 1].bot) return "The bot thinks. Its move shows up here by itself.";
  if (acting === null)
    return seats.length > 0
      ? "Wait for the move: it shows up here by itself."
      : "You are watching. Moves show up here by themselves.";
  if (choice === null || tree === null) return "Looking for the legal moves…";
  return stepHint(state, stepOf(choice));
}

function stepHint({ game, choice, tree }, step) {
  const push = pushOf(tree, choice);
  const color = step.part === null ? null : push.warehouses[step.part].color;
  if (step.kind === "push") return `Push the ${game.outer.tile} tile into the kiln: choose one of the slots round it.`;
  if (step.kind === "group") return `Several ${color} groups are the largest. Choose the one to copy.`;
  if (step.kind === "action") {
    const size = push.warehouses[step.part].groups[0].squares.length;
    if (choice.parts[step.part].kind === NONE_FITS)
      return `The ${color} group of ${count(size, "tile")} fits nowhere. Erase one square of the ${color} warehouse, or copy nothing.`;
    return `Copy the ${color} group of ${count(size, "tile")}: choose its place in the ${color} warehouse.`;
  }
  const complete = completeLines(push, choice);
  if (complete.length === 0) return "Play the move, or choose another place or slot.";
  return `${upper(list(complete))} ${complete.length === 1 ? "is" : "are"} complete. Sell what you like, then play the move.`;
}

function completeLines(push, choice) {
  return choice.parts.flatMap(({ color }, part) => {
    const option = optionOf(push, choice, part);
    const which = choice.parts.length > 1 ? `${color} ` : "";
    return ["rows", "columns"].flatMap((direction) =>
      option[direction].map((line) => which + lineText(direction, line)),
    );
  });
}
