const coverOrigins = ['https://i.ytimg.com', 'https://*.giantbomb.com', 'https://images.igdb.com'];

/**
 * What the browser client may load.
 * @param scriptHashes of the inline scripts of index.html, such as `'sha256-…'`
 */
export function clientPolicy(scriptHashes: readonly string[], imageOrigins: readonly string[]): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHashes].join(' '),
    "style-src 'self'",
    ["img-src 'self' data:", ...coverOrigins, ...imageOrigins].join(' '),
    'frame-src https://www.youtube-nocookie.com',
    "worker-src 'self'",
    "manifest-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ');
}

/** What the client's service worker may load. When it fetches covers for pages, connect-src decides, not img-src. */
export const workerPolicy = (imageOrigins: readonly string[]): string =>
  ["default-src 'self'", ["connect-src 'self'", ...coverOrigins, ...imageOrigins].join(' ')].join('; ');
