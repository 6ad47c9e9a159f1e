/**
 * What every script begins with: the keys of one topic, the time, and the rules that all share.
 *
 * - `box` (hash): per message its JSON under its id and `sequence bytes expiresAt publisher` under `h` + id; `n` messages, `b` bytes,
 *   `s` the last sequence, `u` until when anything of it lives.
 * - `seen` (sorted set): message ids by their end, also of those that are settled.
 * - `subs` (sorted set): client ids by the end of their subscription.
 * - `acks` (hash): per message that some have and others await, who has it, one client id a line.
 */
const common = `
local box, seen, subs, acks = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local now, grace = tonumber(ARGV[1]), 60000

local function header(id)
  local text = redis.call('HGET', box, 'h' .. id)
  if not text then return nil end
  local sequence, bytes, ends, publisher = string.match(text, '^(%d+) (%d+) (%d+) (.*)$')
  return { sequence = tonumber(sequence), bytes = tonumber(bytes), ends = tonumber(ends), publisher = publisher }
end

local function drop(id, bytes)
  redis.call('HDEL', box, id, 'h' .. id)
  redis.call('HINCRBY', box, 'n', -1)
  redis.call('HINCRBY', box, 'b', -bytes)
  redis.call('HDEL', acks, id)
end

local function awaited(members, publisher, id, client)
  local had
  for _, member in ipairs(members) do
    if member ~= publisher and member ~= client then
      if not had then
        had = {}
        for one in string.gmatch(redis.call('HGET', acks, id) or '', '[^\\n]+') do had[one] = true end
      end
      if not had[member] then return true end
    end
  end
  return false
end

local function release()
  local members = redis.call('ZRANGE', subs, 0, -1)
  for _, id in ipairs(redis.call('HKEYS', acks)) do
    local one = header(id)
    if one and not awaited(members, one.publisher, id) then drop(id, one.bytes) end
  end
end

if redis.call('ZREMRANGEBYSCORE', subs, '-inf', now) > 0 then release() end
`

/**
 * Arguments: time, message id, publisher, bytes, end, JSON, most messages, most bytes, channel.
 * Answers 1 stored, 0 duplicate, 2 full.
 */
const publish = `${common}
local id, publisher, bytes, ends = ARGV[2], ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5])
local over = redis.call('ZRANGEBYSCORE', seen, '-inf', now)
if #over > 0 then
  for _, old in ipairs(over) do
    local one = header(old)
    if one then drop(old, one.bytes) end
  end
  redis.call('ZREMRANGEBYSCORE', seen, '-inf', now)
end
if redis.call('ZSCORE', seen, id) then return 0 end

local state = redis.call('HMGET', box, 'n', 'b', 's', 'u')
local count, sum, last, untilEnd =
  tonumber(state[1] or 0), tonumber(state[2] or 0), tonumber(state[3] or 0), tonumber(state[4] or 0)
local mostMessages, mostBytes = tonumber(ARGV[7]), tonumber(ARGV[8])
if count >= mostMessages or sum + bytes > mostBytes then
  local leaving = {}
  for _, old in ipairs(redis.call('HKEYS', acks)) do
    local one = header(old)
    if one then
      one.id = old
      table.insert(leaving, one)
    end
  end
  table.sort(leaving, function(a, b) return a.sequence < b.sequence end)
  local left, rest, many = count, sum, 0
  for _, one in ipairs(leaving) do
    if left < mostMessages and rest + bytes <= mostBytes then break end
    left, rest, many = left - 1, rest - one.bytes, many + 1
  end
  if left >= mostMessages or rest + bytes > mostBytes then return 2 end
  for index = 1, many do drop(leaving[index].id, leaving[index].bytes) end
  count, sum = left, rest
end

local sequence = string.format('%.0f', math.max(last + 1, now * 1000))
local head = sequence .. ' ' .. ARGV[4] .. ' ' .. ARGV[5] .. ' ' .. publisher
local life = math.max(ends, untilEnd)
redis.call('HSET', box, id, ARGV[6], 'h' .. id, head, 'n', count + 1, 'b', string.format('%.0f', sum + bytes),
  's', sequence, 'u', string.format('%.0f', life))
redis.call('ZADD', seen, ends, id)
if ends > untilEnd then
  redis.call('PEXPIRE', box, ends - now + grace)
  redis.call('PEXPIRE', seen, ends - now + grace)
end
redis.call('PUBLISH', ARGV[9], id .. ' ' .. head .. '\\n' .. ARGV[6])
return 1
`

/** Arguments: time, client id, message ids. */
const acknowledge = `${common}
local client = ARGV[2]
local members = redis.call('ZRANGE', subs, 0, -1)
for index = 3, #ARGV do
  local id = ARGV[index]
  local one = header(id)
  if one and one.ends > now and one.publisher ~= client then
    if not awaited(members, one.publisher, id, client) then
      drop(id, one.bytes)
    else
      local had = redis.call('HGET', acks, id)
      if not had then
        redis.call('HSET', acks, id, client)
      elseif not string.find('\\n' .. had .. '\\n', '\\n' .. client .. '\\n', 1, true) then
        redis.call('HSET', acks, id, had .. '\\n' .. client)
      end
      redis.call('PEXPIRE', acks, math.max(1, tonumber(redis.call('HGET', box, 'u')) - now + grace))
    end
  end
end
return 1
`

/** Arguments: time, client id, end of the subscription. */
const subscribe = `${common}
redis.call('ZADD', subs, ARGV[3], ARGV[2])
redis.call('PEXPIRE', subs, tonumber(ARGV[3]) - now + grace)
return 1
`

/** Arguments: time, client id. */
const unsubscribe = `${common}
if redis.call('ZREM', subs, ARGV[2]) > 0 then release() end
return 1
`

/** Arguments: time, client id, most messages. Answers id + head, JSON, id + head, JSON and so on, in order. */
const read = `${common}
local client, most = ARGV[2], tonumber(ARGV[3])
local found = {}
local entries = redis.call('HGETALL', box)
local texts = {}
for index = 1, #entries, 2 do texts[entries[index]] = entries[index + 1] end
for field, head in pairs(texts) do
  if string.sub(field, 1, 1) == 'h' then
    local sequence, ends, publisher = string.match(head, '^(%d+) %d+ (%d+) (.*)$')
    if tonumber(ends) > now and publisher ~= client then
      table.insert(found, { sequence = tonumber(sequence), id = string.sub(field, 2), head = head })
    end
  end
end
table.sort(found, function(a, b) return a.sequence < b.sequence end)
local answer = {}
for _, one in ipairs(found) do
  if #answer >= most * 2 then break end
  local had = redis.call('HGET', acks, one.id)
  if not (had and string.find('\\n' .. had .. '\\n', '\\n' .. client .. '\\n', 1, true)) then
    table.insert(answer, one.id .. ' ' .. one.head)
    table.insert(answer, texts[one.id])
  end
end
return answer
`

/**
 * Counts a client's topics: one sorted set, topics by the end of their subscription. Arguments: time, end, most topics, topics.
 * Answers 0 when there would be too many.
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
redis.call('PEXPIRE', topics, ends - now + 60000)
return 1
`

/** The scripts of the Redis store; each is one atomic step on the mailbox of one topic, but `addTopics`, which is on a client. */
export const relayScripts = { publish, acknowledge, subscribe, unsubscribe, read, addTopics } as const
