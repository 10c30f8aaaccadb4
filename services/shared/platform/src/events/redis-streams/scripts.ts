/**
 * Appends records in order. A record that Redis refuses holds back the later ones of its line; nothing else stops.
 * KEYS: hash of topics, then the streams. ARGV: number of topics and, for each, its name and settings; then for each
 * record: index of its stream in KEYS, its line, oldest id to keep, key, value, headers.
 * The settings are written again with every call, so that they are back with the first record after a flush.
 * @returns for each record an empty string, '-' when it was held back, or the error's text
 */
export const publishScript = `
local topics = tonumber(ARGV[1])
for i = 0, topics - 1 do redis.call('HSETNX', KEYS[1], ARGV[2 + i * 2], ARGV[3 + i * 2]) end
local failed, outcomes = {}, {}
for i = 2 + topics * 2, #ARGV, 6 do
  local line, outcome = ARGV[i + 1], ''
  if failed[line] then
    outcome = '-'
  else
    local answer = redis.pcall('XADD', KEYS[tonumber(ARGV[i])], 'MINID', '~', ARGV[i + 2], '*',
      'k', ARGV[i + 3], 'v', ARGV[i + 4], 'h', ARGV[i + 5])
    if type(answer) == 'table' and answer.err then
      failed[line] = true
      outcome = answer.err
    end
  end
  outcomes[#outcomes + 1] = outcome
end
return outcomes`;

/**
 * A sign of life, counted by the server's clock so that those of the consumers do not matter.
 * KEYS: the members of the group for each topic. ARGV: member, milliseconds that a sign of life lasts.
 * @returns the live members of each topic
 */
export const beatScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local answer = {}
for i, key in ipairs(KEYS) do
  redis.call('ZADD', key, now, ARGV[1])
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now - ARGV[2])
  redis.call('PEXPIRE', key, ARGV[2])
  answer[i] = redis.call('ZRANGE', key, 0, -1)
end
return answer`;

/**
 * Renews leases, or takes those that are free. KEYS: leases. ARGV: token, milliseconds.
 * @returns for each lease 0 when it is another's, 1 when it was renewed, 2 when it was taken
 */
export const claimScript = `
local answer = {}
for i, key in ipairs(KEYS) do
  local owner = redis.call('GET', key)
  if owner == ARGV[1] then
    redis.call('PEXPIRE', key, ARGV[2])
    answer[i] = 1
  elseif owner then
    answer[i] = 0
  else
    redis.call('SET', key, ARGV[1], 'PX', ARGV[2])
    answer[i] = 2
  end
end
return answer`;

/** Gives leases back. KEYS: leases. ARGV: token. */
export const releaseScript = `
for _, key in ipairs(KEYS) do
  if redis.call('GET', key) == ARGV[1] then redis.call('DEL', key) end
end
return 0`;

/**
 * Moves the group's position, unless the partition has meanwhile passed to another consumer.
 * KEYS: lease, stream. ARGV: token, group, id of the last handled entry, entries read in all (empty when unknown).
 * @returns 1, or 0 when the lease is not ours any more
 */
export const commitScript = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
if ARGV[4] == '' then
  redis.call('XGROUP', 'SETID', KEYS[2], ARGV[2], ARGV[3])
else
  redis.call('XGROUP', 'SETID', KEYS[2], ARGV[2], ARGV[3], 'ENTRIESREAD', ARGV[4])
end
return 1`;
