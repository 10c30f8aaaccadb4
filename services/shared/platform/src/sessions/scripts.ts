/**
 * Names a session among those of its user.
 * KEYS: names of the user's sessions. ARGV: id, most at once, seconds at most. Returns all names where there are too many.
 */
export const nameScript = `
redis.call('sadd', KEYS[1], ARGV[1])
redis.call('expire', KEYS[1], ARGV[3])
return redis.call('scard', KEYS[1]) > tonumber(ARGV[2]) and redis.call('smembers', KEYS[1]) or {}`;

/**
 * Stores a session. It counts as proved from the start: nothing but a sign-in begins one.
 * KEYS: session. ARGV: seconds until idle, then the session's fields and values.
 */
export const storeScript = `
redis.call('hset', KEYS[1], 'proved', redis.call('time')[1], unpack(ARGV, 2))
redis.call('expire', KEYS[1], ARGV[1])`;

/**
 * Notes a session's last use, only while it exists: that must not bring a session back which is being ended at this
 * moment. A Redis without room refuses what is written but not that it is kept for longer.
 * KEYS: session. ARGV: milliseconds since 1970 now, and when it ends if it is not used again. Returns 1 when there was one.
 */
export const touchScript = `
if redis.call('pexpireat', KEYS[1], ARGV[2]) == 0 then return 0 end
redis.pcall('hset', KEYS[1], 'seen', ARGV[1])
return 1`;

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
 * KEYS: session. ARGV: the user's id. Returns 1 when there was one.
 */
export const endScript = `
if redis.call('hget', KEYS[1], 'user_id') ~= ARGV[1] then return 0 end
return redis.call('del', KEYS[1])`;
