/** The group of a consumer group `g` is named `readers:g`; see ADR 21 for the reason. */
export const groupPrefix = 'readers:';

const common = `
local time = redis.call('TIME')
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

/** Drops entries older than the retention by the server's clock, except those that a group has not acknowledged. */
const trimming = `
local stream = KEYS[1]
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

/** Drops expired entries. ARGV: retention in milliseconds. */
export const trimScript = `${common}${trimming} trim(tonumber(ARGV[1]), '=') return 0`;

/**
 * Appends records in order. A record that Redis refuses holds back only later ones of its key. ARGV: id that the stream
 * acknowledged last (empty when none), retention; key, value, headers of each record.
 * @returns for each record an empty string, '-' when it was held back, or the error's text; then the id of the last
 * entry. An error that starts with LOST, without appending anything, when the stream lacks what it acknowledged, unless
 * that is older than the retention and may have been dropped.
 */
export const publishScript = `${common}${trimming}
local retention, known = tonumber(ARGV[2]), ARGV[1]
if known ~= '' and parts(known) >= now - retention then
  local found = redis.pcall('XRANGE', stream, known, known)
  if not found.err and not found[1] then return redis.error_reply('LOST ' .. stream .. ' lacks ' .. known) end
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
 * Maintains a group in each stream: creates it, takes over entries that no consumer has renewed for a while, and deletes
 * the names of consumers that have been absent for long. ARGV: group, consumer, both times in milliseconds; for each
 * stream the maximum entries to take, and the last reported gap if it has been stored.
 * @returns for each stream an error's text, or 0 or the group's gap: the number of entries dropped before it received
 * them, or -1 when its position is unknown. With a gap nothing else is done, and it is reported until it has been
 * stored. Then the taken entries.
 */
export const tendScript = `${common}
local group, me, idle, deleteNameAfter = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
local function tend(stream, most, noted)
  local info = redis.pcall('XINFO', 'STREAM', stream, 'FULL', 'COUNT', 1)
  local dropped, known = 0, nil
  if not info.err then
    dropped = field(info, 'entries-added') - field(info, 'length')
    for _, each in ipairs(field(info, 'groups')) do if field(each, 'name') == group then known = each end end
  end
  local position, read, missed = '0-0', dropped, -1
  if known then position, read, missed = field(known, 'last-delivered-id'), field(known, 'entries-read'), 0 end
  if read and read < dropped then read, missed = dropped, dropped end
  if missed ~= 0 and missed ~= noted then return {missed, {}} end
  local counted = read and {'ENTRIESREAD', read} or {}
  if not known then
    redis.call('XGROUP', 'CREATE', stream, group, position, 'MKSTREAM', unpack(counted))
  elseif missed ~= 0 then
    redis.call('XGROUP', 'SETID', stream, group, position, unpack(counted))
  end
  for _, consumer in ipairs(known and field(known, 'consumers') or {}) do
    local name, seen, count = field(consumer, 'name'), field(consumer, 'seen-time'), field(consumer, 'pel-count')
    if count == 0 and math.abs(now - seen) > deleteNameAfter then
      redis.call('XGROUP', 'DELCONSUMER', stream, group, name)
    elseif count > 0 and seen > now + idle and most > 0 then
      -- It died before the server's clock was set back: XAUTOCLAIM skips entries of the future.
      local args = {stream, group, me, 0}
      for _, entry in ipairs(redis.call('XPENDING', stream, group, '-', '+', most, name)) do
        args[#args + 1] = entry[1]
      end
      for _, arg in ipairs({'IDLE', idle, 'JUSTID'}) do args[#args + 1] = arg end
      redis.call('XCLAIM', unpack(args))
    end
  end
  return {0, most > 0 and redis.call('XAUTOCLAIM', stream, group, me, idle, '0', 'COUNT', most)[2] or {}}
end
local tended = {}
for i, stream in ipairs(KEYS) do
  local done, result = pcall(tend, stream, tonumber(ARGV[2 * i + 3]), tonumber(ARGV[2 * i + 4]))
  tended[i] = done and result or type(result) == 'table' and result.err or tostring(result)
end
return tended`;

/**
 * Counts the unacknowledged entries of a group in each stream; where Redis has lost the count, at most ten thousand
 * unread ones. ARGV: group.
 */
export const lagScript = `${common}
local lags = {}
for i, stream in ipairs(KEYS) do
  local groups, from, pending, unread = redis.pcall('XINFO', 'GROUPS', stream), '-', 0, nil
  for _, each in ipairs(groups.err and {} or groups) do
    if field(each, 'name') == ARGV[1] then
      from, pending, unread = '(' .. field(each, 'last-delivered-id'), field(each, 'pending'), field(each, 'lag')
    end
  end
  lags[i] = pending + (unread or #redis.call('XRANGE', stream, from, '+', 'COUNT', 10000))
end
return lags`;
