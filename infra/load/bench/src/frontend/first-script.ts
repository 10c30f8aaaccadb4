import { gzipSync } from 'node:zlib';

/** Bytes, gzip, of the JavaScript that every page loads before its own chunk: what index.html names. */
export async function firstScriptBytes(url: string): Promise<Readonly<Record<string, number>>> {
  const page = await (await fetch(url)).text();
  const named = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path = '']) => path);
  const sizes: Record<string, number> = {};
  for (const path of new Set(named)) {
    const script = await (await fetch(url + path)).arrayBuffer();
    sizes[path.replace(/^\/assets\/|-[\w-]{8}\.js$/g, '')] = gzipSync(new Uint8Array(script), { level: 9 }).length;
  }
  return sizes;
}
