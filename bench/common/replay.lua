-- For wrk: each thread, which has one connection, sends the requests of its file FOLDER/NUMBER one after the other.
-- They are whole requests with a zero byte after each. The last line of the output is for whoever started wrk.
local threads = 0

function setup(thread)
  thread:set("number", threads)
  threads = threads + 1
end

function init(arguments)
  requests, sent = {}, 0
  if #arguments == 0 then return end
  for request in io.open(arguments[1] .. "/" .. number, "rb"):read("*a"):gmatch("([^%z]+)%z") do
    requests[#requests + 1] = request
  end
end

local looked = false

function request()
  if number == 0 and not looked then -- wrk looks at the first request of the first thread, and does not send it
    looked = true
    return requests[1]
  end
  sent = sent % #requests + 1
  return requests[sent]
end

function done(summary, latency, _)
  local errors = summary.errors
  local lost = errors.connect + errors.read + errors.write + errors.timeout
  print(string.format("RESULT %d %d %d %d %d", summary.requests, summary.duration, errors.status, lost, latency:percentile(99)))
end
