/** Seconds after which an unused session ends. */
export const sessionIdleSeconds = 14 * 24 * 60 * 60;
