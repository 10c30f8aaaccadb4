/**
 * Adds a session to its user's sessions. KEYS: the user's session names. ARGV: id, maximum number, lifetime in seconds.
 * Returns all names when there are too many.
 */
export const nameScript = `
redis.call('sadd', KEYS[1], ARGV[1])
redis.call('expire', KEYS[1], ARGV[3])
return redis.call('scard', KEYS[1]) > tonumber(ARGV[2]) and redis.call('smembers', KEYS[1]) or {}`;

/**
 * Stores a session. It counts as confirmed from the start, because only a sign-in begins one. KEYS: session. ARGV: idle
 * lifetime in seconds, then the session's fields and values.
 */
export const storeScript = `
redis.call('hset', KEYS[1], 'proved', redis.call('time')[1], unpack(ARGV, 2))
redis.call('expire', KEYS[1], ARGV[1])`;

/**
 * Stores a session's last use if it exists, so that a session being ended is not restored. A full Redis refuses the
 * write but still extends the lifetime. KEYS: session. ARGV: milliseconds since 1970 now, and when it ends without
 * further use. Returns 1 when it exists.
 */
export const touchScript = `
if redis.call('pexpireat', KEYS[1], ARGV[2]) == 0 then return 0 end
redis.pcall('hset', KEYS[1], 'seen', ARGV[1])
return 1`;

/**
 * Records that the user of a session has just confirmed their identity. KEYS: session. ARGV: the user's id. Returns 1
 * when the session exists and is this user's.
 */
export const proveScript = `
if redis.call('hget', KEYS[1], 'user_id') ~= ARGV[1] then return 0 end
redis.call('hset', KEYS[1], 'proved', redis.call('time')[1])
return 1`;

/**
 * Checks whether the confirmation is recent, by the clock of Redis, which all processes share. Sessions of older
 * releases have no time. KEYS: session. ARGV: the user's id, seconds. Returns 1 when it is.
 */
export const isProvedScript = `
local session = redis.call('hmget', KEYS[1], 'user_id', 'proved')
if session[1] ~= ARGV[1] or not session[2] then return 0 end
return redis.call('time')[1] - session[2] < tonumber(ARGV[2]) and 1 or 0`;

/**
 * Ends a session only if it is this user's, so that it never affects another user's. KEYS: session. ARGV: the user's
 * id. Returns 1 when there was one.
 */
export const endScript = `
if redis.call('hget', KEYS[1], 'user_id') ~= ARGV[1] then return 0 end
return redis.call('del', KEYS[1])`;
