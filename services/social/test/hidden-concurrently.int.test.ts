import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { closeAfterTests, until } from '@nightshelf/testing';
import pg from 'pg';
import { expect, test } from 'vitest';
import { follow, newUser, redisOf, shelve, someEntry, someGame, startSocial } from './helpers.ts';

const service = await startSocial();
const redis = redisOf(service);
const event = new pg.Client({ connectionString: service.env.DATABASE_URL });
closeAfterTests(() => event.end());
await event.connect();

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
    await follow(viewer, owner);
    const received = async () =>
      what === 'deeds'
        ? (await viewer.client.call(socialCalls.listFollowedActivity, {})).deeds
        : ((await viewer.client.call(socialCalls.getGameOpinions, { params: { guid: game.guid } })).followed?.people ??
          []);
    expect(await received()).toHaveLength(1);
    await new PrivacyNotes(redis).note(owner.id, { version: 2, privacy: 'private' });
    expect(await whileItArrives(owner.id, received)).toEqual([]);
  },
);
