import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { until } from '@nightshelf/testing/until.ts';
import { afterAll, expect, test } from 'vitest';
import { connection } from './support/raw.ts';
import { sendRequest } from './support/send-request.ts';
import type { SignedIn } from './support/sessions.ts';
import { startSetup } from './support/setup.ts';

/** Size of a large vault, in bytes. */
const vaultBytes = 6 * 1024 * 1024;
/** More than the gateway's connections to a service, and less than the limit per minute. */
const requests = 560;

const vault = Buffer.alloc(vaultBytes, ' ');
const sockets: Socket[] = [];
const {
  gateway,
  service: library,
  sessions,
} = await startSetup(
  (request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(request.url === '/api/games/library' ? vault : '{}');
  },
  (url) => ({ LIBRARY_URL: url }),
);
afterAll(() => {
  for (const socket of sockets) socket.destroy();
});

/** Requests the whole vault and does not read it. */
async function askAndLookAway({ headers }: SignedIn): Promise<void> {
  const { socket } = await connection(gateway.url);
  sockets.push(socket);
  socket.pause();
  socket.write(`GET /api/games/library HTTP/1.1\r\nhost: a\r\ncookie: ${headers.cookie}\r\n\r\n`);
}

test('serves other users while one account requests its vault repeatedly and reads nothing', async () => {
  const [greedy, other] = [await sessions.signIn('greedy'), await sessions.signIn('other')];
  await Promise.all(Array.from({ length: requests }, () => askAndLookAway(greedy)));
  await until(
    'all of them are answered or have a connection',
    async () => {
      const before = library.requests.length;
      await setTimeout(3000);
      return library.requests.length === before;
    },
    90_000,
  );
  const { status } = await sendRequest(`${gateway.url}/api/games/library`, { headers: other.headers });
  expect(status).toBe(200);
}, 120_000);
