-- Sends the requests of a file (a line each: path, tab, body), one after another, and counts the statuses.
local requests, at, counts = {}, 0, {}
local threads = {}

function setup(thread)
  table.insert(threads, thread)
end

function init(args)
  for line in io.lines(args[1]) do
    local path, body = line:match("^(%S+)\t(.*)$")
    requests[#requests + 1] = wrk.format("POST", path, {["Content-Type"] = "application/json"}, body)
  end
  statuses = {}
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function response(status)
  local key = tostring(status)
  statuses[key] = (statuses[key] or 0) + 1
end

function done(summary, latency, _)
  local told = {}
  for _, thread in ipairs(threads) do
    for status, count in pairs(thread:get("statuses")) do
      counts[status] = (counts[status] or 0) + count
    end
  end
  for status, count in pairs(counts) do
    told[#told + 1] = string.format('"%s": %d', status, count)
  end
  local errors = summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout
  io.write(string.format(
    '\nRESULT {"seconds": %f, "statuses": {%s}, "broken": %d, "p50_ms": %f, "p99_ms": %f}\n',
    summary.duration / 1e6, table.concat(told, ", "), errors,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
