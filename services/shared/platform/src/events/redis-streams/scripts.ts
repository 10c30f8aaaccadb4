/** Milliseconds of the server's clock, and comparing ids; every script that needs them begins with this. */
const common = `
local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
local function parts(id)
  local ms, seq = string.match(id, '^(%d+)-?(%d*)$')
  return tonumber(ms), tonumber(seq) or 0
end
local function before(a, b)
  local ams, aseq = parts(a)
  local bms, bseq = parts(b)
  return ams < bms or (ams == bms and aseq < bseq)
end
local function field(flat, name)
  for i = 1, #flat, 2 do if flat[i] == name then return flat[i + 1] end end
end`;

/** What is older than the retention by the server's clock goes, but nothing that a group of the stream has not handled. */
const trimming = `
local function trim(stream, retention, exactly)
  local oldest = redis.pcall('XRANGE', stream, '-', '+', 'COUNT', 1)
  local bound = string.format('%.0f-0', math.max(0, now() - retention))
  if oldest.err or not oldest[1] or not before(oldest[1][1], bound) then return end
  for _, group in ipairs(redis.call('XINFO', 'GROUPS', stream)) do
    local position = field(group, 'last-delivered-id')
    if before(position, bound) then bound = position end
  end
  redis.call('XTRIM', stream, 'MINID', exactly and '=' or '~', bound)
end`;

/** Whether a stream lacks an entry that it once acknowledged. One beyond the retention may have been dropped since. */
const lacking = `
local function lacks(stream, mark, hash, retention)
  local found = redis.pcall('XRANGE', stream, mark, mark)
  if found.err then return false end
  if found[1] then return redis.sha1hex(field(found[1][2], 'v') or '') ~= hash end
  return parts(mark) >= now() - retention
end`;

/**
 * Appends records in order. A record that Redis refuses holds back the later ones of its line; nothing else stops.
 * KEYS: hash of topics, then the streams. ARGV: number of topics and, for each, its name and settings; then for each
 * stream: id and hash of what it acknowledged last (empty when nothing), retention; then for each record: index of its
 * stream in KEYS, its line, key, value, headers.
 * The settings are written again with every call, so that they are back with the first record after a flush.
 * @returns for each record an empty string, '-' when it was held back, or the error's text; then for each stream the id
 *   of the last entry. An error that starts with LOST, and nothing is appended, when a stream lacks what it acknowledged.
 */
export const publishScript = `${common}${trimming}${lacking}
local topics = tonumber(ARGV[1])
local marks = 2 + topics * 2
local first = marks + (#KEYS - 1) * 3
for i = 2, #KEYS do
  local at = marks + (i - 2) * 3
  if ARGV[at] ~= '' and lacks(KEYS[i], ARGV[at], ARGV[at + 1], tonumber(ARGV[at + 2])) then
    return redis.error_reply('LOST ' .. KEYS[i] .. ' lacks ' .. ARGV[at])
  end
end
for i = 0, topics - 1 do redis.call('HSETNX', KEYS[1], ARGV[2 + i * 2], ARGV[3 + i * 2]) end
local failed, outcomes, last = {}, {}, {}
for i = 2, #KEYS do last[i - 1] = '' end
for i = first, #ARGV, 5 do
  local line, outcome, stream = ARGV[i + 1], '', tonumber(ARGV[i])
  if failed[line] then
    outcome = '-'
  else
    local answer = redis.pcall('XADD', KEYS[stream], '*', 'k', ARGV[i + 2], 'v', ARGV[i + 3], 'h', ARGV[i + 4])
    if type(answer) == 'table' and answer.err then
      failed[line] = true
      outcome = answer.err
    else
      last[stream - 1] = answer
    end
  end
  outcomes[#outcomes + 1] = outcome
end
for i = 2, #KEYS do
  if last[i - 1] ~= '' then trim(KEYS[i], tonumber(ARGV[marks + (i - 2) * 3 + 2]), false) end
end
return {outcomes, last}`;

/** Drops what is too old. KEYS: streams. ARGV: retention in milliseconds. */
export const trimScript = `${common}${trimming}
for _, stream in ipairs(KEYS) do trim(stream, tonumber(ARGV[1]), true) end
return 0`;

/** KEYS: streams. ARGV for each: id and hash of what it acknowledged, retention. @returns the streams that lack it */
export const lostScript = `${common}${lacking}
local answer = {}
for i, stream in ipairs(KEYS) do
  local at = (i - 1) * 3
  if lacks(stream, ARGV[at + 1], ARGV[at + 2], tonumber(ARGV[at + 3])) then answer[#answer + 1] = stream end
end
return answer`;

/**
 * A sign of life, with the server's time. KEYS: hash of the members of the group for each topic. ARGV: member, number of
 * the sign, milliseconds that a sign lasts, then members that the caller holds to be dead with their last sign.
 * @returns for each topic the live members: member, last sign, ...
 */
export const beatScript = `${common}
local answer, time = {}, now()
for i, key in ipairs(KEYS) do
  for j = 4, #ARGV, 2 do
    if redis.call('HGET', key, ARGV[j]) == ARGV[j + 1] then redis.call('HDEL', key, ARGV[j]) end
  end
  redis.call('HSET', key, ARGV[1], ARGV[2] .. ' ' .. string.format('%.0f', time))
  redis.call('PEXPIRE', key, 86400000)
  local members = redis.call('HGETALL', key)
  answer[i] = {}
  for j = 1, #members, 2 do
    if time - tonumber(string.match(members[j + 1], ' (%d+)$')) > tonumber(ARGV[3]) then
      redis.call('HDEL', key, members[j])
    else
      table.insert(answer[i], members[j])
      table.insert(answer[i], members[j + 1])
    end
  end
end
return answer`;

/**
 * Renews leases, or takes those whose holder is no live member. KEYS: for each lease the lease and the hash of members.
 * ARGV: token, milliseconds after which Redis forgets a lease that nobody wants.
 * @returns for each lease 0 when it is another's, 1 when it was renewed, 2 when it was taken
 */
export const claimScript = `
local answer = {}
for i = 1, #KEYS, 2 do
  local owner = redis.call('GET', KEYS[i])
  if owner == ARGV[1] then
    redis.call('PEXPIRE', KEYS[i], ARGV[2])
    answer[#answer + 1] = 1
  elseif owner and redis.call('HEXISTS', KEYS[i + 1], owner) == 1 then
    answer[#answer + 1] = 0
  else
    redis.call('SET', KEYS[i], ARGV[1], 'PX', ARGV[2])
    answer[#answer + 1] = 2
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
 * Moves the group's position, unless the partition has meanwhile passed to another consumer, or the stream has been set
 * back: a position beyond its end would pass over what comes next.
 * KEYS: lease, stream. ARGV: token, group, id of the last handled entry, entries read in all (empty when unknown).
 * @returns 1, or 0 when the partition has to be opened anew
 */
export const commitScript = `${common}
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
local stream = redis.pcall('XINFO', 'STREAM', KEYS[2])
if stream.err or before(field(stream, 'last-generated-id'), ARGV[3]) then return 0 end
local answer
if ARGV[4] == '' then
  answer = redis.pcall('XGROUP', 'SETID', KEYS[2], ARGV[2], ARGV[3])
else
  answer = redis.pcall('XGROUP', 'SETID', KEYS[2], ARGV[2], ARGV[3], 'ENTRIESREAD', ARGV[4])
end
return answer.err and 0 or 1`;

/**
 * Makes sure of the group, which starts with the oldest entry. A position beyond the stream's end, as after a stream was
 * set back, starts anew: consumers drop what they know.
 * KEYS: stream. ARGV: group.
 * @returns the position, entries read (or false), and 1 when the next entries have been dropped
 */
export const openScript = `${common}
local created = redis.pcall('XGROUP', 'CREATE', KEYS[1], ARGV[1], '0', 'MKSTREAM', 'ENTRIESREAD', '0')
if created.err and not string.find(created.err, 'BUSYGROUP') then return created end
local stream = redis.call('XINFO', 'STREAM', KEYS[1])
local dropped = field(stream, 'entries-added') - field(stream, 'length')
for _, group in ipairs(redis.call('XINFO', 'GROUPS', KEYS[1])) do
  if field(group, 'name') == ARGV[1] then
    local position, read = field(group, 'last-delivered-id'), field(group, 'entries-read')
    local gap = 0
    if before(field(stream, 'last-generated-id'), position) then
      position, read = '0-0', dropped
      redis.call('XGROUP', 'SETID', KEYS[1], ARGV[1], position, 'ENTRIESREAD', read)
    elseif read and read < dropped then
      if created.err then gap = 1 end
      read = dropped
      redis.call('XGROUP', 'SETID', KEYS[1], ARGV[1], position, 'ENTRIESREAD', read)
    end
    return {position, read, gap}
  end
end
return redis.error_reply('The group is gone')`;

/** KEYS: stream. @returns id of the newest entry of all time, and how many entries have been dropped; or nothing */
export const stateScript = `${common}
local stream = redis.pcall('XINFO', 'STREAM', KEYS[1])
if stream.err then return false end
return {field(stream, 'last-generated-id'), field(stream, 'entries-added') - field(stream, 'length')}`;
