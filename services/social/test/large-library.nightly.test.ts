import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import { readyGame } from '@nightshelf/contracts/ready-game.ts';
import { identityHeader, signIdentity } from '@nightshelf/platform/http/identity.ts';
import { ApiClient, someIdentity, startServiceProcess, testIdentitySecret } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { someEntry, someGame, startSocial } from './helpers.ts';

const { getUser, searchUsers } = socialCalls;

const service = await startSocial();

/** A game of typical size, about 2 KB. */
function describedAtLength() {
  const address = (size: string) => `https://images.example/a/uploads/${size}/0/3699/${'x'.repeat(60)}.jpg`;
  return someGame({
    deck: 'A game of which a user has written what it is about, in a sentence or two. '.repeat(3),
    image: {
      small_url: address('scale_small'),
      medium_url: address('scale_medium'),
      thumb_url: address('scale_avatar'),
      screen_large_url: address('screen_kubrick'),
    },
    platforms: Array.from({ length: 8 }, (_, id) => ({
      id,
      guid: `3045-${id}`,
      name: 'PlayStation Network (Vita)',
      abbreviation: 'PSNV',
    })),
  });
}

/** Fills a user's library to the maximum of 20,000 games. */
async function fill(userId: string): Promise<void> {
  const game = describedAtLength();
  expect(readyGame(game).json.length).toBeLessThan(2500);
  await service.shelve([game], [someEntry(userId, game.guid)]);
  await service.query(
    `insert into games select 'copy-' || n, summary, image_url, platform_names
     from games, generate_series(1, 19999) n where guid = $1`,
    [game.guid],
  );
  await service.query(
    `insert into entries select copy.* from (select * from entries where user_id = $1) e
     cross join generate_series(1, 19999) n
     cross join lateral jsonb_populate_record(
       null::entries, to_jsonb(e) || jsonb_build_object('entry_id', gen_random_uuid(), 'guid', 'copy-' || n)) as copy`,
    [userId],
  );
}

test('survives forty concurrent requests for the page of a full library', async () => {
  const owner = await service.newUser();
  await fill(owner.id);
  const main = new URL('../src/main.ts', import.meta.url).pathname;
  // The heap size in a container of 384 MB.
  const instance = await startServiceProcess(main, {
    ...service.env,
    ROLES: 'http',
    NODE_OPTIONS: '--max-old-space-size=256',
  });
  try {
    const identity = someIdentity();
    const client = new ApiClient(instance.url, identity);
    const headers = { [identityHeader]: signIdentity(identity, testIdentitySecret) };
    // Receives every body but parses only one, because parsing forty would take about a minute.
    const open = async () => {
      const response = await fetch(`${instance.url}/api/users/${owner.id}`, { headers });
      return { status: response.status, bytes: (await response.arrayBuffer()).byteLength };
    };
    const pages = await Promise.all(Array.from({ length: 40 }, open));
    expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(pages.map(({ bytes }) => bytes)).size).toBe(1);
    expect((await client.call(getUser, { params: { id: owner.id } })).library).toHaveLength(20_000);
    expect((await client.attempt(searchUsers, { query: { q: 'anybody', limit: 1 } })).status).toBe(200);
  } finally {
    await instance.kill();
  }
}, 180_000);
