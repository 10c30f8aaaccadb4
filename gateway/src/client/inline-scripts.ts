import { createHash } from 'node:crypto';

/** @returns CSP sources such as `'sha256-…'`, one for each script without src */
export function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc\s*=)[^>]*>([\s\S]*?)<\/script>/gi)]
    .map(([, source = '']) => source)
    .filter((source) => source.trim() !== '')
    .map((source) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`);
}
