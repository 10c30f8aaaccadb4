/**
 * Begins a session and ends the user's least used ones beyond a number, the one that begins never among them. In one
 * step, so that two that begin at once cannot both stay. The names are written first: where Redis refuses that, nothing
 * has happened.
 * It counts as proved from the start: nothing but a sign-in begins one.
 * KEYS: session, names of the user's sessions. ARGV: id, most at once, seconds until idle, seconds at most, then the
 * session's fields and values.
 */
export const beginScript = `
redis.call('sadd', KEYS[2], ARGV[1])
redis.call('expire', KEYS[2], ARGV[4])
redis.call('hset', KEYS[1], 'proved', redis.call('time')[1], unpack(ARGV, 5))
redis.call('expire', KEYS[1], ARGV[3])
local most = tonumber(ARGV[2])
if redis.call('scard', KEYS[2]) <= most then return 0 end
local function forget(id)
  redis.call('srem', KEYS[2], id)
  return redis.call('del', 'session:' .. id)
end
local others = {}
for _, id in ipairs(redis.call('smembers', KEYS[2])) do
  if id ~= ARGV[1] then
    local seen = tonumber(redis.call('hget', 'session:' .. id, 'seen') or nil)
    if seen then table.insert(others, { id = id, seen = seen }) else forget(id) end
  end
end
table.sort(others, function(a, b) return a.seen > b.seen end)
for at = most, #others do forget(others[at].id) end
return math.max(0, #others - most + 1)`;

/**
 * Notes a session's last use, only while it exists: that must not bring a session back which is being ended at this
 * moment. A Redis without room refuses what is written but not that it is kept for longer.
 * KEYS: session. ARGV: milliseconds since 1970 now, and when it ends if it is not used again.
 */
export const touchScript = `
if redis.call('pexpireat', KEYS[1], ARGV[2]) == 1 then redis.pcall('hset', KEYS[1], 'seen', ARGV[1]) end`;

/**
 * Notes that whoever uses a session has just proved who they are, if it is this user's.
 * KEYS: session. ARGV: the user's id. Returns 1 when there was one.
 */
export const proveScript = `
if redis.call('hget', KEYS[1], 'user_id') ~= ARGV[1] then return 0 end
redis.call('hset', KEYS[1], 'proved', redis.call('time')[1])
return 1`;

/**
 * Whether that was of late, by the clock of Redis, which is one for all processes. A session of an older release does not
 * say when. KEYS: session. ARGV: the user's id, seconds. Returns 1 when it was.
 */
export const isProvedScript = `
local session = redis.call('hmget', KEYS[1], 'user_id', 'proved')
if session[1] ~= ARGV[1] or not session[2] then return 0 end
return redis.call('time')[1] - session[2] < tonumber(ARGV[2]) and 1 or 0`;

/**
 * Ends a session if it is this user's: another user's of that name must never be touched.
 * KEYS: session, names of the user's sessions. ARGV: the user's id, the session's. Returns 1 when there was one.
 */
export const endScript = `
if redis.call('hget', KEYS[1], 'user_id') ~= ARGV[1] then return 0 end
redis.call('del', KEYS[1])
redis.call('srem', KEYS[2], ARGV[2])
return 1`;

/**
 * Ends a user's sessions but for one. A script and no transaction, which a Redis without room would refuse.
 * KEYS: names of the user's sessions. ARGV: the id of the one that stays, or nothing. Returns how many there were.
 */
export const endAllScript = `
local ended = 0
for _, id in ipairs(redis.call('smembers', KEYS[1])) do
  if id ~= ARGV[1] then
    ended = ended + redis.call('del', 'session:' .. id)
    redis.call('srem', KEYS[1], id)
  end
end
return ended`;
