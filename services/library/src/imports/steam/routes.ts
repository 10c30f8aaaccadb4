import * as calls from '@nightshelf/contracts/calls/steam-sync.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { ownSteam } from './steam-accounts.ts';
import { endSync, lookNow, synchroniseSteam } from './synchronise.ts';

interface Parts {
  readonly work: Work;
  /** Called with a user whose account is due for a sync. */
  readonly onDue: (userId: string) => void;
}

const success = true as const;

export function steamSyncRoutes(app: FastifyInstance, { work, onDue }: Parts): void {
  route(app, calls.getSteamSync, async ({ identity }) => ({
    success,
    message: 'Your Steam sync.',
    steam: await ownSteam(work.query(), identity.userId),
  }));

  route(app, calls.synchroniseSteam, async ({ identity: { userId }, body, intent }) => {
    const steam = await synchroniseSteam(work.for(intent), userId, body);
    if (steam.looking) onDue(userId);
    return { success, message: 'Your vault syncs with Steam.', steam };
  });

  route(app, calls.lookAtSteam, async ({ identity: { userId }, intent }) => {
    const steam = await lookNow(work.for(intent), userId);
    onDue(userId);
    return { success, message: 'Checking Steam.', steam };
  });

  route(app, calls.endSteamSync, async ({ identity, intent }) => {
    await endSync(work.for(intent), identity.userId);
    return { success, message: 'Your vault no longer syncs with Steam.' };
  });
}
