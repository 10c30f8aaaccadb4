import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { startTestService, type TestService, until } from '@nightshelf/testing';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { socialService } from '../src/service.ts';
import { newUser, shelve, someEntry, someGame } from './helpers.ts';

let service: TestService;
let redis: Redis;
let event: pg.Client;
beforeAll(async () => {
  service = await startTestService(socialService);
  redis = new Redis(service.env.REDIS_URL ?? '');
  event = new pg.Client({ connectionString: service.env.DATABASE_URL });
  await event.connect();
});
afterAll(async () => {
  await event.end();
  redis.disconnect();
  await service.stop();
});

/**
 * Runs a request that reads the user while still public, and commits the privacy event before the request reads the
 * seen version.
 */
async function whileItArrives<Answer>(id: string, ask: () => Promise<Answer>): Promise<Answer> {
  await event.query('begin');
  await event.query('lock table inbox_versions in access exclusive mode');
  const answer = ask();
  await until('the request waits', async () => {
    const waiting = await service.query(
      `select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())
       and relation = 'inbox_versions'::regclass and mode = 'AccessShareLock'`,
    );
    return waiting.length > 0;
  });
  await event.query(`update users set privacy = 'private' where id = $1`, [id]);
  await event.query(`update inbox_versions set version = 2 where topic = 'auth.users' and subject = $1`, [id]);
  await event.query('commit');
  return answer;
}

test.each(['deeds', 'opinions'] as const)(
  'hides a user from %s whose privacy event arrives during the request',
  async (what) => {
    const [owner, viewer] = [await newUser(service), await newUser(service)];
    const game = someGame();
    await shelve(service, [game], [someEntry(owner.id, game.guid, { rating: 7 })]);
    await viewer.client.call(socialCalls.followUser, { params: { id: owner.id } });
    const received = async () =>
      what === 'deeds'
        ? (await viewer.client.call(socialCalls.listDeeds, {})).deeds
        : ((await viewer.client.call(socialCalls.getGameOpinions, { params: { guid: game.guid } })).followed?.people ??
          []);
    expect(await received()).toHaveLength(1);
    await new PrivacyNotes(redis).note(owner.id, { version: 2, privacy: 'private' });
    expect(await whileItArrives(owner.id, received)).toEqual([]);
  },
);
