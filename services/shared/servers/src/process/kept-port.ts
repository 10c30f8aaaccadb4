import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { freePort, isFree } from './free-port.ts';

/** Returns the port stored in a file while it is free; otherwise stores another one. */
export async function keptPort(path: string): Promise<number> {
  const noted = existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0;
  if (noted > 0 && (await isFree(noted))) return noted;
  const port = await freePort();
  writeFileSync(path, String(port));
  return port;
}
