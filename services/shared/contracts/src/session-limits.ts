/** Seconds after which an unused session ends; every use begins them anew. */
export const sessionIdleSeconds = 14 * 24 * 60 * 60;
