import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { freePort, isFree } from './free-port.ts';

/** A port that is noted in a file and taken again as long as it is free; else another, which is noted instead. */
export async function keptPort(path: string): Promise<number> {
  const noted = existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0;
  if (noted > 0 && (await isFree(noted))) return noted;
  const port = await freePort();
  writeFileSync(path, String(port));
  return port;
}
