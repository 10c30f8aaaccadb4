const twoYears = 2 * 365 * 24 * 60 * 60;

/** Security headers of every response, names and values in turn. */
export const fixedHeaders = [
  'referrer-policy',
  // YouTube's player refuses pages that send no referrer (error 153).
  'strict-origin-when-cross-origin',
  'x-content-type-options',
  'nosniff',
  'cross-origin-opener-policy',
  'same-origin',
  'permissions-policy',
  'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
] as const;

/** Strict-Transport-Security when the product is reached over HTTPS. */
export const strictTransport = `max-age=${twoYears}; includeSubDomains`;

/** A response of the API is never a page: it may not run or load anything, nor be framed. */
export const apiPolicy = "default-src 'none'; frame-ancestors 'none'";
