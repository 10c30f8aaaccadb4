import type { TimesToBeat } from '@nightshelf/contracts/game-details.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import type { KnownGames } from '../games/known-games.ts';
import type { Asker } from '../providers/limits/asker.ts';
import { ProviderFault } from '../providers/provider-fault.ts';
import { keepTimes, knownTimes } from './known-times.ts';

export interface TimesParts {
  readonly work: Work;
  readonly known: KnownGames;
}

interface ListedTimes {
  readonly times: { readonly guid: string; readonly times_to_beat: TimesToBeat }[];
  /** Whether the provider was unavailable for some of them. */
  readonly later: boolean;
}

/** Returns known playing times. Fetches missing ones with one request; does not throw when a provider fails. */
export async function listTimes(parts: TimesParts, guids: readonly string[], asker: Asker): Promise<ListedTimes> {
  const known = await knownTimes(parts.work.query(), guids);
  const due = known.filter(({ isDue }) => isDue).map(({ guid }) => guid);
  const asked = due.length > 0 ? await ask(parts, due, asker) : nothing;
  // Old times are better than none while the provider is unavailable.
  const now = (guid: string, times: TimesToBeat | null) => (asked?.has(guid) ? asked.get(guid) : times);
  const times = known.flatMap(({ guid, times: before }) => {
    const times_to_beat = now(guid, before);
    return times_to_beat ? [{ guid, times_to_beat }] : [];
  });
  return { times, later: asked === null };
}

const nothing: ReadonlyMap<string, TimesToBeat> = new Map();

/** Returns null when the provider is unavailable. */
async function ask(
  { work, known }: TimesParts,
  guids: readonly string[],
  asker: Asker,
): Promise<ReadonlyMap<string, TimesToBeat> | null> {
  try {
    const at = Date.now();
    const times = await known.times(guids, asker);
    await work.transaction((transaction) => keepTimes(transaction, guids, times, at));
    return times;
  } catch (fault) {
    if (!(fault instanceof ProviderFault)) throw fault;
    return null;
  }
}
