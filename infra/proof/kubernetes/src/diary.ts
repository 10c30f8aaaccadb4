/**
 * What a restore has to bring back, and what it did:
 * - `node infra/proof/kubernetes/src/diary.ts write URL FILE`: somebody changes a vault four times a second, until the process is ended; every
 *   change that was acknowledged is a line of the file, with its time
 * - `node infra/proof/kubernetes/src/diary.ts check URL FILE [MOMENT]`: compares that with what is there now, and with what others see; the moment
 *   (ISO 8601, by itself the end) is what was restored to
 */

import { appendFileSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import { listWholeLibrary } from '@nightshelf/contracts/calls/list-whole-library.ts';
import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import { GatewayClient, testPassword } from '@nightshelf/testing/gateway-client.ts';
import { gamer } from './traffic/traffic.ts';

const betweenMs = 250;
const [command, url = '', file = '', moment] = process.argv.slice(2);
if (command === 'write') await write();
else if (command === 'check') await check();
else throw new Error('write or check?');

async function write(): Promise<void> {
  const username = `diary_${Date.now().toString(36)}`;
  const { client, userId, entryId } = await gamer(url, username);
  const put = (line: object) => appendFileSync(file, `${JSON.stringify(line)}\n`);
  put({ username, userId });
  for (let hours = 2; ; hours += 1) {
    const sentAt = new Date().toISOString();
    const change = { params: { id: entryId }, body: { hours_played: hours } };
    const { status } = await client.attempt(libraryCalls.updateEntry, change).catch(() => ({ status: 0 }));
    if (status === 200) put({ sentAt, hours });
    await pause(betweenMs);
  }
}

interface Change {
  readonly sentAt: string;
  readonly hours: number;
}

async function check(): Promise<void> {
  const [first = '{}', ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  const { username, userId } = JSON.parse(first) as { username: string; userId: string };
  const changes = lines.map((line) => JSON.parse(line) as Change);
  const client = await GatewayClient.signIn(url, username, testPassword);
  const { library } = await client.call(listWholeLibrary, {});
  const { client: reader } = await GatewayClient.register(url);
  const page = await reader.call(socialCalls.getUser, { params: { id: userId } });
  const hours = library[0]?.hours_played ?? 0;
  const restored = changes.findLast((change) => change.hours <= hours);
  const wanted = changes.filter(({ sentAt }) => !moment || sentAt < new Date(moment).toISOString());
  const lost = wanted.filter((change) => change.hours > hours);
  console.log(
    `restored: the change of ${restored?.sentAt}; others see ${page.library[0]?.hours_played} of ${hours} hours`,
  );
  console.log(
    `acknowledged${moment ? ` before ${moment}` : ''}: ${wanted.length}, the last at ${wanted.at(-1)?.sentAt}`,
  );
  console.log(lost.length === 0 ? 'lost: none' : `lost: ${lost.length}, since ${lost[0]?.sentAt}`);
}
