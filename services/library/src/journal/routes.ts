import * as journalCalls from '@nightshelf/contracts/calls/journal.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { because } from '../history/cause.ts';
import { readHours } from './entry-hours.ts';
import { changeSession, listPlayedDays, listSessions, logSession, removeSession } from './sessions.ts';

const success = true as const;
const cause = { kind: 'session' } as const;

export function journalRoutes(app: FastifyInstance, { work }: { readonly work: Work }): void {
  route(app, journalCalls.listPlaySessions, async ({ identity, query }) => ({
    success,
    message: 'Your sessions.',
    ...(await listSessions(work.query(), identity.userId, query)),
    ...(query.entry_id && { hours: await readHours(work.query(), identity.userId, query.entry_id) }),
  }));

  route(app, journalCalls.listPlayedDays, async ({ identity, query }) => {
    const days = await listPlayedDays(work.query(), identity.userId, query.month);
    return { success, message: 'Your days.', minutes: days.reduce((sum, { minutes }) => sum + minutes, 0), days };
  });

  route(app, journalCalls.logPlaySession, async ({ identity, params, body, intent }) => ({
    success,
    message: 'Session logged.',
    ...(await logSession(because(cause, work.for(intent)), identity.userId, params.id, body)),
  }));

  route(app, journalCalls.changePlaySession, async ({ identity, params, body, intent }) => ({
    success,
    message: 'Session changed.',
    ...(await changeSession(because(cause, work.for(intent)), identity.userId, params.id, body)),
  }));

  route(app, journalCalls.removePlaySession, async ({ identity, params, intent }) => ({
    success,
    message: 'Session removed.',
    ...(await removeSession(because(cause, work.for(intent)), identity.userId, params.id)),
  }));
}
