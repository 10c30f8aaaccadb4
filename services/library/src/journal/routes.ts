import * as journalCalls from '@nightshelf/contracts/calls/journal.ts';
import { because } from '../history/cause.ts';
import type { Serve } from '../serve.ts';
import { readHours } from './entry-hours.ts';
import { changeSession, listPlayedDays, listSessions, logSession, removeSession } from './sessions.ts';

const cause = { kind: 'session' } as const;

export function journalRoutes(serve: Serve): void {
  serve(journalCalls.listPlaySessions, 'Your sessions.', async ({ em, userId, query }) => ({
    ...(await listSessions(em, userId, query)),
    ...(query.entry_id && { hours: await readHours(em, userId, query.entry_id) }),
  }));
  serve(journalCalls.listPlayedDays, 'Your days.', async ({ em, userId, query }) => {
    const days = await listPlayedDays(em, userId, query.month);
    return { minutes: days.reduce((sum, { minutes }) => sum + minutes, 0), days };
  });
  serve(journalCalls.logPlaySession, 'Session logged.', ({ userId, params, body, change }) =>
    logSession(because(cause, change), userId, params.id, body),
  );
  serve(journalCalls.changePlaySession, 'Session changed.', ({ userId, params, body, change }) =>
    changeSession(because(cause, change), userId, params.id, body),
  );
  serve(journalCalls.removePlaySession, 'Session removed.', ({ userId, params, change }) =>
    removeSession(because(cause, change), userId, params.id),
  );
}
