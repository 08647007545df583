// The start: which page the address stands for.

import { announcer } from "./view/announcer.js";
import { Session } from "./game/session.js";
import { Home } from "./home/home.js";
import { openHelp } from "./home/help.js";
import { gameInPath, takeSeatFromAddress } from "./keep/links.js";
import { Table } from "./view/table.js";

const main = document.getElementById("main");
const banner = document.getElementById("banner");
const announce = announcer(document.getElementById("announcer"));
document.getElementById("open-help").addEventListener("click", openHelp);

const id = gameInPath();
if (id === null) new Home(main, announce).open();
else openGame(id);

// The link of another seat, pasted into a page that is open already, changes the part behind the "#" alone.
window.addEventListener("hashchange", () => {
  if (location.hash.includes("token=")) location.reload();
});

function openGame(game) {
  const session = new Session(game, announce);
  new Table(session, main, banner);
  return session.open(takeSeatFromAddress());
}
