import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import type * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import type * as playthroughCalls from '@nightshelf/contracts/calls/playthroughs.ts';
import { reportedTimes, storyOf } from '../../entities/game/durations.ts';
import { isOwnGuid } from '../../entities/own-games/is-own-guid.ts';
import { serverApi } from '../../entities/server/api.ts';
import type { ApiRequest } from '../../lib/api-client.ts';
import { tonightCache, userCaches } from '../../lib/user-caches.ts';

type ListTimes = typeof catalogCalls.listTimesToBeat;
type ListPlayersTimes = typeof playthroughCalls.listPlayersTimes;

/** Story length in minutes by guid; games of unknown length are absent. */
export type Stories = Readonly<Record<string, number>>;

const portion = 100;

const portions = (guids: readonly string[]) =>
  Array.from({ length: Math.ceil(guids.length / portion) }, (_, at) => guids.slice(at * portion, (at + 1) * portion));

/** Prefers the times of local players, who are likely to play like the user. */
function storiesOf({ times }: CallAnswer<ListTimes>, here: CallAnswer<ListPlayersTimes>): readonly [string, number][] {
  const lengths = [
    ...times.map(({ guid, times_to_beat }) => [guid, storyOf(times_to_beat)] as const),
    ...here.times.map(({ guid, ...players }) => [guid, storyOf(reportedTimes(players))] as const),
  ];
  return lengths.flatMap(([guid, seconds]) => (seconds === null ? [] : [[guid, seconds / 60]]));
}

export const tonightApi = serverApi.injectEndpoints({
  endpoints: (build) => ({
    stories: build.query<Stories, readonly string[]>({
      queryFn: async (guids, _api, _options, ask) => {
        const requests = portions(guids).map((some) => {
          const query = { guids: some.join() };
          // The catalog does not know games that users have added.
          const listed = some.filter((guid) => !isOwnGuid(guid)).join();
          const all: ApiRequest<ListTimes> = { method: 'GET', path: '/api/games/times', query: { guids: listed } };
          const here: ApiRequest<ListPlayersTimes> = { method: 'GET', path: '/api/games/library/times', query };
          return Promise.all([listed === '' ? { data: { times: [] } } : ask(all), ask(here)]);
        });
        const known: [string, number][] = [];
        for (const [all, here] of await Promise.all(requests)) {
          const error = all.error ?? here.error;
          if (error) return { error };
          known.push(...storiesOf(all.data as CallAnswer<ListTimes>, here.data as CallAnswer<ListPlayersTimes>));
        }
        return { data: Object.fromEntries(known) };
      },
    }),
  }),
});

const addressOf = (userId: string) => `/kept/${userId}/tonight`;

/** Stores the lengths for use without a network. */
export async function keepStories(userId: string, stories: Stories): Promise<void> {
  const cache = await userCaches()?.open(tonightCache);
  await cache?.put(addressOf(userId), new Response(JSON.stringify(stories)));
}

/** Returns the stored lengths of this user, or null. */
export async function readStories(userId: string): Promise<Stories | null> {
  const kept = await userCaches()?.match(addressOf(userId), { cacheName: tonightCache });
  return kept ? ((await kept.json()) as Stories) : null;
}
