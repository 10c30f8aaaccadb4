import type { Work } from '@nightshelf/platform/database/work.ts';
import { whileRenewing } from '@nightshelf/platform/jobs/while-renewing.ts';
import { type CatalogParts, listSteamGames } from '../ask-catalog.ts';
import { bringNews } from './bring-news.ts';
import { matchNews } from './match-news.ts';
import { giveLookBack, renewLook, renewMs, takeLook } from './take-look.ts';

interface Parts extends CatalogParts {
  readonly work: Work;
  /** Called with the import that should run. */
  readonly onGoesOn: (id: string) => void;
}

/** Syncs the Steam account of a user who is due; a lease ensures that only one process does. */
export async function lookAtSteam(parts: Parts, userId: string, stopping: AbortSignal): Promise<void> {
  const { work, onGoesOn } = parts;
  const look = await takeLook(work, userId);
  if (!look) return;
  try {
    const found = await whileRenewing(
      () => renewLook(work, look),
      renewMs,
      async () => {
        const games = await listSteamGames(parts, look, stopping);
        return {
          games,
          matches: typeof games === 'string' ? new Map() : await matchNews(parts, look, games, stopping),
        };
      },
    );
    const id = await bringNews(work, look, found);
    if (id) onGoesOn(id);
  } catch (fault) {
    if (!stopping.aborted) throw fault;
    await giveLookBack(work, look);
  }
}

/** Returns some of the due accounts that no process works on, longest overdue first. */
export const waitingForLook = (work: Work) =>
  work.query().execute<{ id: string }[]>(
    `select user_id as id from steam_accounts
     where due_at <= clock_timestamp() and (leased_until is null or leased_until < clock_timestamp())
     order by due_at limit 20`,
  );
