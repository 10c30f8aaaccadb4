import { listRules } from '@nightshelf/contracts/list-rules.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import { removedGames } from '../history/removed-games.ts';
import { stepsOfVault } from '../history/steps.ts';
import { listChoices } from '../imports/match-row.ts';
import { listSessions } from '../journal/sessions.ts';
import { listGameLists, readList } from '../lists/game-lists.ts';
import { listPlaythroughs } from '../playthroughs/playthroughs.ts';
import { exportedEntries } from './exported-entries.ts';
import { jsonArray } from './files.ts';

type Pages = AsyncGenerator<readonly object[]>;

const limit = 500;

/** Yields the JSON file with everything that the library stores about a user. */
export async function* wholeOf(em: EntityManager, userId: string, at: Date): AsyncGenerator<string> {
  yield `{"format":"nightshelf","version":1,"exported_at":"${at.toISOString()}"`;
  const parts: Readonly<Record<string, Pages>> = {
    entries: exportedEntries(em, userId),
    playthroughs: following(
      (before) => listPlaythroughs({ em, userId, query: { before, limit } }),
      ({ playthroughs }) =>
        playthroughs.map(({ version: _, entry_id: __, game: { guid, name }, platform, ...rest }) => ({
          ...{ game: name, guid, platform: platform?.name ?? null },
          ...rest,
        })),
    ),
    sessions: following(
      (before) => listSessions({ em, userId, query: { before, limit } }),
      ({ sessions }) =>
        sessions.map(({ id: _, version: __, entry_id: ___, game: { guid, name }, ...rest }) => ({
          ...{ game: name, guid },
          ...rest,
        })),
    ),
    lists: listsOf(em, userId),
    removed: following(
      (after) => removedGames({ em, userId, query: { after, limit: 20 } }),
      ({ games }) => games.map(({ entry_id: _, name, ...rest }) => ({ game: name, ...rest })),
    ),
    history: following(
      (before) => stepsOfVault({ em, userId, query: { before, limit } }),
      ({ steps }) => steps.map(({ entry_id: _, ...rest }) => rest),
    ),
    choices: following(
      (after) => listChoices({ em, userId, query: { after, limit } }),
      ({ choices }) => choices,
    ),
  };
  for (const [name, pages] of Object.entries(parts)) {
    yield `,\n"${name}":`;
    yield* jsonArray(pages);
  }
  yield '}\n';
}

/** Yields the items of all pages. */
async function* following<Page extends { readonly next: string | null }>(
  read: (cursor: string | undefined) => Promise<Page>,
  itemsOf: (page: Page) => readonly object[],
): Pages {
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    yield itemsOf(page);
    cursor = page.next ?? undefined;
  } while (cursor);
}

/** Reads one list at a time, because a list may be long. */
async function* listsOf(em: EntityManager, userId: string): Pages {
  for (const { id } of await listGameLists(em, userId)) {
    const read = await readList({ em, userId, params: { id }, query: { limit: listRules.games } }).catch(unlessGone);
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
