import { createHash } from 'node:crypto';

const coverOrigins = ['https://i.ytimg.com', 'https://*.giantbomb.com', 'https://images.igdb.com'];

/**
 * Returns the content security policy of the browser client.
 * @param scriptHashes hashes of the inline scripts of index.html, such as `'sha256-…'`
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

/**
 * Returns the content security policy of the service worker. connect-src, not img-src, covers its fetches of images for
 * pages.
 */
export const workerPolicy = (imageOrigins: readonly string[]): string =>
  ["default-src 'self'", ["connect-src 'self'", ...coverOrigins, ...imageOrigins].join(' ')].join('; ');

/** Returns a CSP source such as `'sha256-…'` for each script without src. */
export function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc\s*=)[^>]*>([\s\S]*?)<\/script>/gi)]
    .map(([, source = '']) => source)
    .filter((source) => source.trim() !== '')
    .map((source) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`);
}
