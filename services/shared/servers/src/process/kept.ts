import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';

/** Below the range of outgoing connections, which could otherwise take the port before its server does. */
const lowest = 15_000;
const highest = 30_000;

const given = new Set<number>();

/** Returns a free port of the loopback interface that this process has not returned before. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

export function isFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** Returns the port stored in a file while it is free; otherwise stores another one. */
export async function keptPort(path: string): Promise<number> {
  const storedPort = existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0;
  if (storedPort > 0 && (await isFree(storedPort))) return storedPort;
  const port = await freePort();
  writeFileSync(path, String(port));
  return port;
}

/**
 * Returns a random secret stored in a file that only its owner can read.
 * @returns 64 hex digits
 */
export function keptSecret(path: string): string {
  if (!existsSync(path)) writeFileSync(path, randomBytes(32).toString('hex'), { mode: 0o600 });
  return readFileSync(path, 'utf8');
}
