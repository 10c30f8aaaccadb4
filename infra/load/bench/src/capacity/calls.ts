import { authCalls, catalogCalls, libraryCalls, socialCalls } from '@nightshelf/contracts';
import { GatewayClient, testPassword } from '@nightshelf/testing/gateway-client.ts';
import { queries } from '../search/queries.ts';
import { games, userId, usernameOf } from './crowd.ts';

/** Somebody who is really signed in, with a vault like all others'. */
export interface Gamer {
  readonly client: GatewayClient;
  readonly username: string;
  readonly url: string;
  /** Of an entry of theirs, and a game that they do not have. */
  readonly entryId: string;
  readonly spareGuid: string;
}

/** One of the product's calls, made once. @param at how many were made before @param users how many stand for many */
type Deed = (gamer: Gamer, at: number, users: number) => Promise<unknown>;

/** Whatever it is: a page is no JSON. */
async function answered(url: string): Promise<void> {
  const response = await fetch(url);
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
}

/** Far from each other, and different each time. */
const someone = (at: number, users: number) => 1 + ((at * 7919) % (users - 1));
const texts = [queries.exact, queries.prefix, queries['two words']].flatMap((some) => some ?? []);

/** The commonest calls of k6's `mixed`, by the name that the model has for each. */
export const deeds: Readonly<Record<string, Deed>> = {
  page: ({ url }) => answered(`${url}/`),
  session: ({ client }) => client.call(authCalls.verifyToken, {}),
  reviews: ({ url }) => answered(`${url}/api/youtube/daily-reviews`),
  search: ({ client }, at) =>
    client.call(catalogCalls.searchGames, { query: { q: texts[at % texts.length] ?? '', limit: 50 } }),
  game: ({ client }, at) =>
    client.call(catalogCalls.getGame, { params: { guid: `3030-${1 + ((at * 7919) % games)}` } }),
  vault: ({ client }) => client.call(libraryCalls.listLibrary, {}),
  change: ({ client, entryId }, at) =>
    client.call(libraryCalls.updateEntry, { params: { id: entryId }, body: { hours_played: 1 + at / 2 } }),
  'find-users': ({ client }, at, users) =>
    client.call(socialCalls.searchUsers, { query: { q: usernameOf(someone(at, users)).slice(0, 6), limit: 10 } }),
  'find-users, two letters': ({ client }, at, users) =>
    client.call(socialCalls.searchUsers, { query: { q: usernameOf(someone(at, users)).slice(0, 2), limit: 10 } }),
  profile: ({ client }, at, users) => client.call(socialCalls.getUser, { params: { id: userId(someone(at, users)) } }),
  follow: ({ client }, at, users) =>
    client.call(at % 2 === 0 ? socialCalls.followUser : socialCalls.unfollowUser, {
      params: { id: userId(someone(Math.floor(at / 2), users)) },
    }),
  'add and remove': async ({ client, spareGuid }) => {
    const { user_game } = await client.call(libraryCalls.addEntry, {
      body: { game_guid: spareGuid, status: 'playing' },
    });
    await client.call(libraryCalls.removeEntry, { params: { id: user_game.id } });
  },
  'sign in and out': async ({ url, username }) => {
    const somewhere = await GatewayClient.signIn(url, username, testPassword);
    await somewhere.call(authCalls.logout, {});
  },
};
