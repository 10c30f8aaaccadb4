import { listRules } from '@nightshelf/contracts/list-rules.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import { historyState } from '../history/keep-history.ts';
import { removedGames } from '../history/removed-games.ts';
import { stepsOfVault } from '../history/steps.ts';
import { listChoices } from '../imports/match-row.ts';
import { listSessions } from '../journal/sessions.ts';
import { listGameLists, readList } from '../lists/game-lists.ts';
import { listPlaythroughs } from '../playthroughs/playthroughs.ts';
import { exportedEntries } from './exported-entries.ts';
import { jsonArray } from './files.ts';

type Pages = AsyncIterable<readonly object[]>;

/** Yields the JSON file with everything that the library stores about a user. */
export async function* wholeOf(em: EntityManager, userId: string, at: Date): AsyncGenerator<string> {
  yield `{"format":"nightshelf","version":1,"exported_at":"${at.toISOString()}"`;
  const parts = {
    entries: exportedEntries(em, userId),
    playthroughs: playthroughsOf(em, userId),
    sessions: sessionsOf(em, userId),
    lists: listsOf(em, userId),
    removed: removedOf(em, userId),
    history: historyOf(em, userId),
    choices: choicesOf(em, userId),
  };
  for (const [name, pages] of Object.entries(parts)) {
    yield `,\n"${name}":`;
    yield* jsonArray(pages);
  }
  yield '}\n';
}

const limit = 500;

interface Page<Item> {
  readonly items: readonly Item[];
  /** The cursor of the next page; null after the last. */
  readonly next: string | null;
}

async function* following<Item>(
  read: (before: string | undefined) => Promise<Page<Item>>,
): AsyncGenerator<readonly Item[]> {
  let before: string | undefined;
  do {
    const { items, next } = await read(before);
    yield items;
    before = next ?? undefined;
  } while (before);
}

const playthroughsOf = (em: EntityManager, userId: string): Pages =>
  following(async (before) => {
    const { playthroughs, next } = await listPlaythroughs(em, userId, { before, limit });
    const items = playthroughs.map(({ version: _, entry_id: __, game: { guid, name }, platform, ...rest }) => ({
      ...{ game: name, guid, platform: platform?.name ?? null },
      ...rest,
    }));
    return { items, next };
  });

const sessionsOf = (em: EntityManager, userId: string): Pages =>
  following(async (before) => {
    const { sessions, next } = await listSessions(em, userId, { before, limit });
    const items = sessions.map(({ id: _, version: __, entry_id: ___, game: { guid, name }, ...rest }) => ({
      ...{ game: name, guid },
      ...rest,
    }));
    return { items, next };
  });

const removedOf = (em: EntityManager, userId: string): Pages =>
  following(async (after) => {
    const { games, next } = await removedGames(em, userId, { after, limit: 20 });
    return { items: games.map(({ entry_id: _, name, ...rest }) => ({ game: name, ...rest })), next };
  });

async function* historyOf(em: EntityManager, userId: string): Pages {
  const { began_at: since } = await historyState(em, userId);
  yield* following(async (before) => {
    const { steps, next } = await stepsOfVault(em, userId, { since, before, limit });
    return { items: steps.map(({ entry_id: _, ...rest }) => rest), next };
  });
}

const choicesOf = (em: EntityManager, userId: string): Pages =>
  following(async (after) => {
    const { choices, next } = await listChoices(em, userId, { after, limit });
    return { items: choices, next };
  });

/** Reads one list at a time, because a list may be long. */
async function* listsOf(em: EntityManager, userId: string): Pages {
  for (const { id } of await listGameLists(em, userId)) {
    const read = await readList(em, userId, id, { limit: listRules.games }).catch(unlessGone);
    if (!read) continue;
    const { name, description } = read.list;
    yield [{ name, description, games: read.games.map(({ guid, name, note }) => ({ guid, name, note })) }];
  }
}

/** Skips a list that was deleted since it was found. */
function unlessGone(error: unknown): null {
  if (error instanceof CodedError && error.status === 404) return null;
  throw error;
}
