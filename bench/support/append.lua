-- Load of `wrk`: each thread has one connection and appends to one session, one message at a time.
-- Arguments after `--`: the key, the bytes of a text, the words that it repeats, then one session per thread.
local threads = 0

function setup(thread)
  threads = threads + 1
  thread:set('index', threads)
end

function init(args)
  bytes = tonumber(args[2])
  words = string.rep(args[3], math.ceil(bytes / #args[3]))
  path = wrk.path .. 'v1/sessions/' .. args[3 + index] .. '/messages'
  wrk.method = 'POST'
  wrk.headers['authorization'] = 'Bearer ' .. args[1]
  wrk.headers['content-type'] = 'application/json'
  number = 0
end

function request()
  local role = number % 2 == 0 and 'user' or 'assistant'
  local text = string.sub(number .. ': ' .. words, 1, bytes)
  number = number + 1
  return wrk.format('POST', path, nil, '{"messages":[{"role":"' .. role .. '","content":"' .. text .. '"}]}')
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('\n{"appends":%d,"us":%d,"p50":%f,"p99":%f,"errors":%d}\n', summary.requests, summary.duration,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
