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
  /** The provider could not be asked for all of them. */
  readonly later: boolean;
}

/**
 * How long some games take, as far as anybody knows. Those that are not known are asked for in one request together; a
 * provider that fails is no fault here.
 */
export async function listTimes(parts: TimesParts, guids: readonly string[], asker: Asker): Promise<ListedTimes> {
  const known = await knownTimes(parts.work.query(), guids);
  const due = known.filter(({ isDue }) => isDue).map(({ guid }) => guid);
  const asked = due.length > 0 ? await ask(parts, due, asker) : nothing;
  // What is old and cannot be asked for is better than nothing.
  const now = (guid: string, times: TimesToBeat | null) => (asked?.has(guid) ? asked.get(guid) : times);
  const times = known.flatMap(({ guid, times: before }) => {
    const times_to_beat = now(guid, before);
    return times_to_beat ? [{ guid, times_to_beat }] : [];
  });
  return { times, later: asked === null };
}

const nothing: ReadonlyMap<string, TimesToBeat> = new Map();

/** @returns null where the provider cannot be asked */
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
