#!lua name=gavel_@version@

-- Payloads are opaque: nothing here reads a body.

local NO_HASH = '0000000000000000000000000000000000000000000000000000000000000000'

local function stored_hash(fields)
  for at = 1, #fields, 2 do
    if fields[at] == 'hash' then return fields[at + 1] end
  end
end

local function tip_and_stream_agree(events, version, hash)
  if redis.call('XLEN', events) ~= version then return false end
  if version == 0 then return true end
  local last = redis.call('XREVRANGE', events, '+', '-', 'COUNT', 1)[1]
  return last[1] == string.format('%.0f-0', version) and stored_hash(last[2]) == hash
end

local function first_known(commands, named)
  if #named == 0 then return nil end
  for _, version in ipairs(redis.call('HMGET', commands, unpack(named))) do
    if version then return version end
  end
end

-- keys: events, tip, commands, deadlines, pointers
-- arguments: table, expected version, expected hash, deadline (ms, 'none' or 'unchanged'),
--            most pointers kept, where a fork comes from ('' for no fork), then body, openings, hash, command of each event
local function append(keys, args)
  local events, tip, commands, deadlines, pointers = unpack(keys)
  local name, expected, deadline = args[1], tonumber(args[2]), args[4]

  local named, places = {}, {}
  for at = 10, #args, 4 do
    if args[at] ~= '' then
      named[#named + 1] = args[at]
      places[#places + 1] = (at - 6) / 4
    end
  end
  local known = first_known(commands, named)
  if known then return {'DUPLICATE', known} end

  local stored = redis.call('HMGET', tip, 'version', 'hash')
  local version, hash = tonumber(stored[1] or '0'), stored[2] or NO_HASH
  if not tip_and_stream_agree(events, version, hash) then return {'CORRUPT', tostring(version)} end
  if version ~= expected or hash ~= args[3] then return {'CONFLICT', tostring(version)} end

  -- A key of another type must be found out before the first write, for a function is not rolled back.
  redis.call('ZSCORE', deadlines, name)
  redis.call('XLEN', pointers)

  local before = version
  for at = 7, #args, 4 do
    version = version + 1
    hash = args[at + 2]
    redis.call('XADD', events, string.format('%.0f-0', version), 'body', args[at], 'openings', args[at + 1], 'hash', hash)
  end
  local last = string.format('%.0f', version)
  redis.call('HSET', tip, 'version', last, 'hash', hash)
  if args[6] ~= '' then redis.call('HSET', tip, 'origin', args[6]) end
  for at, command in ipairs(named) do redis.call('HSET', commands, command, string.format('%.0f', before + places[at])) end
  if deadline == 'none' then
    redis.call('ZREM', deadlines, name)
  elseif deadline ~= 'unchanged' then
    redis.call('ZADD', deadlines, deadline, name)
  end
  redis.call('XADD', pointers, 'MAXLEN', '~', args[5], '*', 'table', name, 'version', last)
  return {'APPENDED', last}
end

-- keys: read model; arguments: version, data. Only a higher version wins.
local function put(keys, args)
  local stored = redis.call('HGET', keys[1], 'version')
  if stored and tonumber(stored) >= tonumber(args[1]) then return 0 end
  redis.call('HSET', keys[1], 'version', args[1], 'data', args[2])
  return 1
end

-- keys: refused attempts, counts; arguments: data, most kept, what is counted. The same data again count once.
local function refuse(keys, args)
  local again = redis.call('LREM', keys[1], 0, args[1])
  redis.call('RPUSH', keys[1], args[1])
  redis.call('LTRIM', keys[1], -tonumber(args[2]), -1)
  if again == 0 then redis.call('HINCRBY', keys[2], args[3], 1) end
  return again
end

redis.register_function('gavel_append_@version@', append)
redis.register_function('gavel_put_@version@', put)
redis.register_function('gavel_refuse_@version@', refuse)
redis.register_function('gavel_ready_@version@', function() return 'ready' end)
