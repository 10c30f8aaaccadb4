/** Every script is about one stream, KEYS[1]. Its group of a consumer group `g` has this name; see ADR 21 for why. */
export const groupPrefix = 'readers:';
/** Holds what a consumer had that has left: anybody's at once. */
const released = 'released';

const common = `
local stream, time = KEYS[1], redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
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

/** What is older than the retention by the server's clock goes, but nothing that a group has not acknowledged. */
const trimming = `
local function trim(retention, how)
  local oldest = redis.pcall('XRANGE', stream, '-', '+', 'COUNT', 1)
  local bound = string.format('%.0f-0', math.max(0, now - retention))
  if oldest.err or not oldest[1] or not before(oldest[1][1], bound) then return end
  for _, group in ipairs(redis.call('XINFO', 'GROUPS', stream)) do
    local name, kept = field(group, 'name'), field(group, 'last-delivered-id')
    if string.find(name, '${groupPrefix}', 1, true) == 1 then
      local first = redis.call('XPENDING', stream, name)[2]
      if first and before(first, kept) then kept = first end
      if before(kept, bound) then bound = kept end
    end
  end
  redis.call('XTRIM', stream, 'MINID', how, bound)
end`;

/** Drops what is too old. ARGV: retention in milliseconds. */
export const trimScript = `${common}${trimming} trim(tonumber(ARGV[1]), '=') return 0`;

/**
 * Appends records in order. One that Redis refuses holds back the later ones of its key; nothing else stops.
 * ARGV: ids and hashes of what the stream acknowledged last (empty when nothing), retention; key, value, headers of each.
 * @returns for each record an empty string, '-' when it was held back, or the error's text; then the id of the last
 *   entry. An error that starts with LOST, and nothing is appended, when the stream lacks what it acknowledged, unless
 *   that is beyond the retention and may have been dropped since.
 */
export const publishScript = `${common}${trimming}
local retention = tonumber(ARGV[2])
for mark, hash in string.gmatch(ARGV[1], '(%S+) (%S+)') do
  local found = redis.pcall('XRANGE', stream, mark, mark)
  local entry = not found.err and found[1]
  if entry and redis.sha1hex(field(entry[2], 'v') or '') ~= hash
    or not entry and not found.err and parts(mark) >= now - retention then
    return redis.error_reply('LOST ' .. stream .. ' lacks ' .. mark)
  end
end
local failed, outcomes, last = {}, {}, ''
for i = 3, #ARGV, 3 do
  local key, outcome = ARGV[i], ''
  if failed[key] then
    outcome = '-'
  else
    local answer = redis.pcall('XADD', stream, '*', 'k', key, 'v', ARGV[i + 1], 'h', ARGV[i + 2])
    if type(answer) == 'table' and answer.err then
      failed[key], outcome = true, answer.err
    else
      last = answer
    end
  end
  outcomes[#outcomes + 1] = outcome
end
if last ~= '' then trim(retention, '~') end
return {outcomes, last}`;

/**
 * Looks after a group: makes sure of it, gives a sign of life, takes what the dead have left behind and forgets their
 * names. Dead is whose last sign is not within the patience by the server's clock, also when it is in the future since
 * that clock was set back. Who was silent itself, as all are when Redis was away, judges nobody before the next time.
 * ARGV: group, consumer, patience in milliseconds, most entries to be taken, group of the release before, whose position
 * is where a new group begins, what was answered last of what the group misses, if that has been noted.
 * @returns 0, or what the group misses: how many entries were dropped when there are some that it has not received, -1
 *   when nothing is known of its position. Nothing else has been done then: unless it has been noted it is answered again.
 *   Then the number of other living consumers, ids of the entries taken, ids of all that are pending for the consumer
 */
export const tendScript = `${common}
local group, me, patience, most = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local info = redis.pcall('XINFO', 'STREAM', stream, 'FULL', 'COUNT', 1)
local dropped, groups = 0, {}
if not info.err then
  dropped = field(info, 'entries-added') - field(info, 'length')
  for _, each in ipairs(field(info, 'groups')) do groups[field(each, 'name')] = each end
end
local known = groups[group] or groups[ARGV[5]]
local position, read, missed = '0-0', dropped, -1
if known then position, read, missed = field(known, 'last-delivered-id'), field(known, 'entries-read'), 0 end
if read and read < dropped then read, missed = dropped, dropped end
if missed ~= 0 and missed ~= tonumber(ARGV[6]) then return {missed, 0, {}, {}} end
local counted = read and {'ENTRIESREAD', read} or {}
if not groups[group] then
  redis.call('XGROUP', 'CREATE', stream, group, position, 'MKSTREAM', unpack(counted))
elseif missed ~= 0 then
  redis.call('XGROUP', 'SETID', stream, group, position, unpack(counted))
end
local function alive(consumer) return math.abs(now - field(consumer, 'seen-time')) <= patience end
local consumers, judges, others, taken = groups[group] and field(groups[group], 'consumers') or {}, false, 0, {}
for _, consumer in ipairs(consumers) do
  if field(consumer, 'name') == me then judges = alive(consumer) end
end
-- Of what is pending nothing is that new: only the time of the reading is noted.
redis.call('XREADGROUP', 'GROUP', group, me, 'STREAMS', stream, '9999999999999999-0')
for _, consumer in ipairs(consumers) do
  local name, room, ids = field(consumer, 'name'), most - #taken, {}
  if name ~= me and name ~= '${released}' and alive(consumer) then
    others = others + 1
  elseif name ~= me and (judges or name == '${released}') and room > 0 then
    for _, entry in ipairs(redis.call('XPENDING', stream, group, '-', '+', room, name)) do
      ids[#ids + 1] = entry[1]
      taken[#taken + 1] = entry[1]
    end
    local args = {stream, group, me, 0, unpack(ids)}
    args[#args + 1] = 'JUSTID'
    if #ids > 0 then redis.call('XCLAIM', unpack(args)) end
    if #ids < room then redis.call('XGROUP', 'DELCONSUMER', stream, group, name) end
  end
end
local own = {}
for i, entry in ipairs(redis.call('XPENDING', stream, group, '-', '+', 1000, me)) do own[i] = entry[1] end
return {0, others, taken, own}`;

/** Hands over what is pending for a consumer that leaves. ARGV: group, consumer, then ids that it has still in hand. */
export const releaseScript = `
local keep, args = {}, {KEYS[1], ARGV[1], '${released}', 0}
for i = 3, #ARGV do keep[ARGV[i]] = true end
for _, entry in ipairs(redis.call('XPENDING', KEYS[1], ARGV[1], '-', '+', 1000, ARGV[2])) do
  if not keep[entry[1]] then args[#args + 1] = entry[1] end
end
if #args > 4 then
  args[#args + 1] = 'JUSTID'
  redis.call('XCLAIM', unpack(args))
end
return 0`;

/**
 * Acknowledges entries, but none in whose place another has come: after a failover the same id may be given again while the acknowledgement
 * is under way. ARGV: group, then the id of each, and the hash of its fields with blanks in between (empty when nobody can tell).
 */
export const acknowledgeScript = `
local args = {KEYS[1], ARGV[1]}
for i = 2, #ARGV, 2 do
  local entry = redis.call('XRANGE', KEYS[1], ARGV[i], ARGV[i])[1]
  local known = ARGV[i + 1]
  if not entry or known == '' or redis.sha1hex(table.concat(entry[2], ' ')) == known then args[#args + 1] = ARGV[i] end
end
if #args > 2 then redis.call('XACK', unpack(args)) end
return 0`;
