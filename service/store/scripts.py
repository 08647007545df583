"""The Lua scripts: each is one step that happens as a whole or not at all.

States and entries are opaque to them. Revisions and save ids are compared as text, since Lua's numbers are floating
point. KEYS are a game's game, moves and changes, unless it is said otherwise.

A change that can be seen is told on the game's channel, in the same step. Nothing hangs on who hears it, and a server
that lets this user publish nothing must not cut a script in half, hence `pcall`.

What a script finds done already it writes once more, as it is: a connection waits for replicas to have what was written
over it, and for nothing else.

The first write of a script is one that may grow memory: a store that takes no writes refuses that one, and so the
whole script.
"""

__all__ = ["CHANGES_KEPT", "CONFIRM", "CREATE", "DELETE", "FORGET", "HISTORY", "LOAD", "MOVES", "RESERVE", "SAVE"]

CHANGES_KEPT = 64

LOAD = """
local time = redis.call('TIME')
local revision, state = unpack(redis.call('HMGET', KEYS[1], 'revision', 'state'))
local moves = redis.call('LLEN', KEYS[2])
if revision and state then return time[1] .. ' ' .. time[2] .. ' ' .. moves .. ' ' .. revision .. '\\n' .. state end
return (revision or state or moves > 0) and 'incomplete'
"""
"""Gives seconds, microseconds, the number of moves and the revision in one line, and after it the state; all in one
piece, as each piece costs a client some time. `incomplete` when only some of it is there, nil when there is nothing."""

MOVES = """
if redis.call('EXISTS', KEYS[1]) == 0 then return false end
return redis.call('LRANGE', KEYS[2], ARGV[1], ARGV[2])
"""
"""ARGV: the first and the last index. Gives the entries, or nil when the game is gone."""

HISTORY = """
if redis.call('EXISTS', KEYS[1]) == 0 then return false end
return {redis.call('LRANGE', KEYS[2], ARGV[1], -1), redis.call('LRANGE', KEYS[3], 0, -1)}
"""
"""ARGV: the first move's index. Gives the moves' entries and the changes', or nil when the game is gone."""

CREATE = """
local revision, save, state, entry, expires = unpack(ARGV)
if redis.call('EXISTS', KEYS[1]) == 1 then
  local saves = redis.call('HGET', KEYS[1], 'saves')
  if not saves or not string.find(saves, save, 1, true) then return 'conflict' end
  redis.call('HSET', KEYS[1], 'saves', saves)
  return 'saved'
end
redis.call('HSET', KEYS[1], 'revision', revision, 'state', state, 'saves', save)
redis.call('DEL', KEYS[2], KEYS[3])
redis.call('RPUSH', KEYS[3], entry)
redis.call('PEXPIREAT', KEYS[1], expires)
redis.call('PEXPIREAT', KEYS[3], expires)
return 'saved'
"""
"""Gives `saved`, also when this very script had already run, or `conflict` when there is such a game."""

SAVE = f"""
local expected, revision, save, state, expires, deadline, channel, moves, kind, entry = unpack(ARGV)
local current = redis.call('HGET', KEYS[1], 'revision')
if not current then return 'gone' end
if current ~= expected then
  if kind == 'move' then
    local there = redis.call('LINDEX', KEYS[2], moves)
    if not there or string.sub(there, 1, #save) ~= save then return 'conflict' end
  else
    local saves = redis.call('HGET', KEYS[1], 'saves')
    if not saves or not string.find(saves, save, 1, true) then return 'conflict' end
  end
  redis.call('HSET', KEYS[1], 'revision', current)
  return 'saved'
end
if deadline ~= '' then
  local time = redis.call('TIME')
  if time[1] * 1000 + math.floor(time[2] / 1000) >= tonumber(deadline) then return 'conflict' end
end
redis.call('LLEN', KEYS[3])  -- a list, or this ends here
if redis.call('LLEN', KEYS[2]) ~= tonumber(moves) then return 'damaged' end
redis.call('HSET', KEYS[1], 'revision', revision, 'state', state)
if kind == 'move' then
  redis.call('RPUSH', KEYS[2], entry)
else
  local saves = redis.call('HGET', KEYS[1], 'saves') or ''
  redis.call('HSET', KEYS[1], 'saves', string.sub(saves .. ' ' .. save, -16 * (#save + 1)))
end
if kind == 'change' then
  redis.call('RPUSH', KEYS[3], entry)
  redis.call('LTRIM', KEYS[3], -{CHANGES_KEPT}, -1)
end
for _, key in ipairs(KEYS) do redis.call('PEXPIREAT', key, expires) end
if kind ~= '' then redis.pcall('PUBLISH', channel, revision) end
return 'saved'
"""
"""ARGV: the revision that is expected, the new one, the save's id, the state, when to expire, by when this must be
done (or nothing), the channel to tell of it, the number of moves before, `move`, `change` or nothing, and the entry.
Gives `saved`, also when this very script had already run; `conflict` when the game has another revision or it is too
late; `gone`; or `damaged` when there are not as many moves."""

DELETE = """
if redis.call('DEL', unpack(KEYS)) > 0 then redis.pcall('PUBLISH', ARGV[1], '') end
"""
"""ARGV: the channel to tell of it."""

CONFIRM = """
local revision = redis.call('HGET', KEYS[1], 'revision')
redis.call('HSET', KEYS[1], 'revision', revision or '')
if not revision then redis.call('DEL', KEYS[1]) end
return revision or ''
"""
"""Changes nothing, but writes. Gives the revision, empty when there is no game."""

RESERVE = """
local known = redis.call('GET', KEYS[1])
if known then
  redis.call('SET', KEYS[1], known, 'KEEPTTL')
  return known
end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
return ARGV[1]
"""
"""KEYS: an owner. ARGV: what to remember, for how many seconds. Gives what is remembered now."""

FORGET = """
local known = redis.call('GET', KEYS[1])
if known and string.sub(known, 1, #ARGV[1] + 1) == ARGV[1] .. ' ' then redis.call('DEL', KEYS[1]) end
"""
"""KEYS: an owner. ARGV: a game's id. Forgets what is remembered if it is this game."""
