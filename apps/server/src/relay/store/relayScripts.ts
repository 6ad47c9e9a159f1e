/**
 * Common start of the scripts on topics: keys, time, and rare steps. Most of a script's time goes to its arguments and to the commands that
 * it calls. The frequent scripts (`publish`, `acknowledge`) therefore take many topics at once, with one key for each, and call few
 * commands.
 *
 * - `box` (hash; also the name of the topic's channel). The id of a message maps to its JSON. `h` + id maps to `sequence bytes expiresAt
 *   publisher`. `a` + id maps to the client ids that have it while others await it, one per line. `n` counts messages, `p` counts those
 *   with an `a`, and `b` counts bytes. `s` is the last sequence. No message ends before `e`, and all have ended by `u`.
 * - `seen` (sorted set): message ids by their end, including settled ones.
 * - `subs` (sorted set): client ids by the end of their subscription.
 */
const common = `
local call = redis.call
local now = tonumber(ARGV[1])
local box, seen, subs

local function open(key) box, seen, subs = key, key .. ':seen', key .. ':subs' end
open(KEYS[1])

local function text(number) return string.format('%.0f', number) end

local function has(list, client)
  return list and string.find('\\n' .. list .. '\\n', '\\n' .. client .. '\\n', 1, true) ~= nil
end

local function parse(head)
  local sequence, bytes, ends, publisher = string.match(head, '^(%d+) (%d+) (%d+) (.*)$')
  return tonumber(sequence), tonumber(bytes), tonumber(ends), publisher
end

local function drop(id)
  local got = call('HMGET', box, 'h' .. id, 'a' .. id)
  if not got[1] then return end
  local _, bytes = parse(got[1])
  call('HDEL', box, id, 'h' .. id, 'a' .. id)
  call('HINCRBY', box, 'n', -1)
  call('HINCRBY', box, 'b', -bytes)
  if got[2] then call('HINCRBY', box, 'p', -1) end
end

local function awaited(members, publisher, list, client)
  for index = 1, #members, 2 do
    local member = members[index]
    if member ~= publisher and member ~= client and not has(list, member) then return true end
  end
  return false
end

local function partly()
  local ids = {}
  if tonumber(call('HGET', box, 'p') or 0) > 0 then
    for _, field in ipairs(call('HKEYS', box)) do
      if #field > 64 and string.sub(field, 1, 1) == 'a' then table.insert(ids, string.sub(field, 2)) end
    end
  end
  return ids
end

local function release(members)
  for _, id in ipairs(partly()) do
    local got = call('HMGET', box, 'h' .. id, 'a' .. id)
    local _, _, _, publisher = parse(got[1])
    if not awaited(members, publisher, got[2]) then drop(id) end
  end
end

local function subscribers()
  local members = call('ZRANGE', subs, 0, -1, 'WITHSCORES')
  if members[2] and tonumber(members[2]) <= now then
    call('ZREMRANGEBYSCORE', subs, '-inf', now)
    members = call('ZRANGE', subs, 0, -1, 'WITHSCORES')
    release(members)
  end
  return members
end
`

/**
 * One key per message. Arguments: time, maximum messages and bytes of a mailbox; for each message id, publisher, bytes, end, JSON. Returns
 * for each 1 stored, 0 duplicate, 2 full.
 */
const publish = `${common}
local mostMessages, mostBytes = tonumber(ARGV[2]), tonumber(ARGV[3])

local function publish(id, publisher, size, ending, json)
  local bytes, ends = tonumber(size), tonumber(ending)
  local state = call('HMGET', box, 'n', 'b', 's', 'e', 'u')
  local count, sum, last = tonumber(state[1] or 0), tonumber(state[2] or 0), tonumber(state[3] or 0)
  local first, final = tonumber(state[4] or ends), tonumber(state[5] or 0)

  local function recount()
    state = call('HMGET', box, 'n', 'b')
    count, sum = tonumber(state[1]), tonumber(state[2])
  end

  if first <= now then
    for _, old in ipairs(call('ZRANGEBYSCORE', seen, '-inf', now)) do drop(old) end
    call('ZREMRANGEBYSCORE', seen, '-inf', now)
    first = tonumber(call('ZRANGE', seen, 0, 0, 'WITHSCORES')[2] or ends)
    call('HSET', box, 'e', text(first))
    recount()
  end

  if call('ZADD', seen, 'NX', ending, id) == 0 then return 0 end

  local function fits() return count < mostMessages and sum + bytes <= mostBytes end
  if not fits() and state[1] then
    subscribers()
    recount()
  end
  if not fits() then
    local leaving = {}
    for _, old in ipairs(partly()) do
      local sequence, size = parse(call('HGET', box, 'h' .. old))
      table.insert(leaving, { id = old, sequence = sequence, bytes = size })
    end
    table.sort(leaving, function(a, b) return a.sequence < b.sequence end)
    local many = 0
    for index, one in ipairs(leaving) do
      if fits() then break end
      count, sum, many = count - 1, sum - one.bytes, index
    end
    if not fits() then
      call('ZREM', seen, id)
      return 2
    end
    for index = 1, many do drop(leaving[index].id) end
  end

  local sequence = text(math.max(last + 1, now * 1000))
  local head = sequence .. ' ' .. size .. ' ' .. ending .. ' ' .. publisher
  if ends > final then
    -- A minute further than needed, so that not every message moves it; another one for clocks that differ.
    final = ends + 60000
    call('HSET', box, id, json, 'h' .. id, head, 'n', count + 1, 'b', text(sum + bytes), 's', sequence,
      'e', text(math.min(first, ends)), 'u', text(final))
    call('PEXPIRE', box, text(final - now + 60000))
    call('PEXPIRE', seen, text(final - now + 60000))
  else
    call('HSET', box, id, json, 'h' .. id, head, 'n', count + 1, 'b', text(sum + bytes), 's', sequence,
      'e', text(math.min(first, ends)))
  end
  call('PUBLISH', box, id .. ' ' .. head .. '\\n' .. json)
  return 1
end

local outcomes = {}
for index, key in ipairs(KEYS) do
  local at = index * 5 - 1
  open(key)
  outcomes[index] = publish(ARGV[at], ARGV[at + 1], ARGV[at + 2], ARGV[at + 3], ARGV[at + 4])
end
return outcomes
`

/** One key per topic. Arguments: time; for each client id, the number of message ids, and the ids. */
const acknowledge = `${common}
local at = 2
for _, key in ipairs(KEYS) do
  open(key)
  local client, last = ARGV[at], at + 1 + tonumber(ARGV[at + 1])
  local members = subscribers()
  for index = at + 2, last do
    local id = ARGV[index]
    local got = call('HMGET', box, 'h' .. id, 'a' .. id, 'n', 'b', 'p')
    if got[1] then
      local _, bytes, ends, publisher = parse(got[1])
      if ends > now and publisher ~= client then
        if not awaited(members, publisher, got[2], client) then
          call('HDEL', box, id, 'h' .. id, 'a' .. id)
          call('HSET', box, 'n', tonumber(got[3]) - 1, 'b', text(tonumber(got[4]) - bytes),
            'p', tonumber(got[5] or 0) - (got[2] and 1 or 0))
        elseif not got[2] then
          call('HSET', box, 'a' .. id, client, 'p', tonumber(got[5] or 0) + 1)
        elseif not has(got[2], client) then
          call('HSET', box, 'a' .. id, got[2] .. '\\n' .. client)
        end
      end
    end
  end
  at = last + 1
end
return 1
`

/** Arguments: time, client id, end of the subscription. */
const subscribe = `${common}
subscribers()
call('ZADD', subs, ARGV[3], ARGV[2])
call('PEXPIRE', subs, text(tonumber(ARGV[3]) - now + 60000))
return 1
`

/** Arguments: time, client id. */
const unsubscribe = `${common}
subscribers()
if call('ZREM', subs, ARGV[2]) > 0 then release(call('ZRANGE', subs, 0, -1, 'WITHSCORES')) end
return 1
`

/** Arguments: time, client id, maximum messages. Returns id + head, JSON, id + head, JSON and so on, in order. */
const read = `${common}
local client, most = ARGV[2], tonumber(ARGV[3])
subscribers()
local entries, fields, found, answer = call('HGETALL', box), {}, {}, {}
for index = 1, #entries, 2 do fields[entries[index]] = entries[index + 1] end
for field, head in pairs(fields) do
  if #field > 64 and string.sub(field, 1, 1) == 'h' then
    local id = string.sub(field, 2)
    local sequence, _, ends, publisher = parse(head)
    if ends > now and publisher ~= client and not has(fields['a' .. id], client) then
      table.insert(found, { sequence = sequence, id = id, head = head })
    end
  end
end
table.sort(found, function(a, b) return a.sequence < b.sequence end)
for _, one in ipairs(found) do
  if #answer >= most * 2 then break end
  table.insert(answer, one.id .. ' ' .. one.head)
  table.insert(answer, fields[one.id])
end
return answer
`

/**
 * Counts a client's topics in one sorted set, by the end of their subscription. Arguments: time, end, maximum topics, topics. Returns 0 if
 * there would be too many.
 */
const addTopics = `
local topics, now, ends = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
redis.call('ZREMRANGEBYSCORE', topics, '-inf', now)
local added, isNew = 0, {}
for index = 4, #ARGV do
  local topic = ARGV[index]
  if not isNew[topic] and not redis.call('ZSCORE', topics, topic) then
    isNew[topic] = true
    added = added + 1
  end
end
if added > 0 and redis.call('ZCARD', topics) + added > tonumber(ARGV[3]) then return 0 end
for index = 4, #ARGV do redis.call('ZADD', topics, ends, ARGV[index]) end
redis.call('PEXPIRE', topics, string.format('%.0f', ends - now + 60000))
return 1
`

/**
 * Scripts of the Redis store. Each is one atomic step on the mailbox of one topic. `publish` and `acknowledge` take many topics, and
 * `addTopics` changes a client.
 */
export const relayScripts = { publish, acknowledge, subscribe, unsubscribe, read, addTopics } as const
