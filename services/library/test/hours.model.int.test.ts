import * as journalCalls from '@nightshelf/contracts/calls/journal.ts';
import * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { array, assert, asyncProperty, constant, integer, nat, oneof, option, record } from 'fast-check';
import { expect, test } from 'vitest';
import { addSome, someUser, startLibrary } from './helpers.ts';

const service = await startLibrary();

const { changePlaySession, logPlaySession, removePlaySession } = journalCalls;

/** `at` picks one of the existing sessions. */
const act = oneof(
  record({ does: constant('type' as const), hours: option(nat(40).map((halves) => halves / 2)) }),
  record({ does: constant('log' as const), minutes: integer({ min: 1, max: 60 }) }),
  record({ does: constant('edit' as const), at: nat(9), minutes: integer({ min: 1, max: 60 }) }),
  record({ does: constant('delete' as const), at: nat(9) }),
);

/** A model of the hours: the number typed last plus the sessions logged since. */
class Paper {
  #typed: number | null = null;
  readonly sessions = new Map<string, { minutes: number; isBelow: boolean }>();

  hours(): number | null {
    const below = [...this.sessions.values()].filter(({ isBelow }) => isBelow);
    if (below.length === 0) return this.#typed;
    const minutes = below.reduce((sum, session) => sum + session.minutes, 0);
    return Math.round(((this.#typed ?? 0) * 60 + minutes) / 30) / 2;
  }

  type(hours: number | null): void {
    if (hours === this.hours()) return;
    this.#typed = hours;
    for (const session of this.sessions.values()) session.isBelow = false;
  }
}

test('computes hours as the typed ones plus later sessions, for any sequence of changes', async () => {
  await assert(
    asyncProperty(array(act, { minLength: 4, maxLength: 16 }), async (acts) => {
      const client = someUser(service);
      const { id } = await addSome(service, client);
      const paper = new Paper();
      for (const one of acts) {
        const session = 'at' in one ? [...paper.sessions.keys()][one.at % Math.max(paper.sessions.size, 1)] : undefined;
        let entry: LibraryEntry;
        if (one.does === 'type') {
          const answer = await client.call(libraryCalls.updateEntry, {
            params: { id },
            body: { hours_played: one.hours },
          });
          paper.type(one.hours);
          entry = answer.user_game;
        } else if (one.does === 'log') {
          const body = { day: '2026-03-01', minutes: one.minutes };
          const answer = await client.call(logPlaySession, { params: { id }, body });
          paper.sessions.set(answer.session.id, { minutes: one.minutes, isBelow: true });
          entry = answer.user_game;
        } else if (!session) {
          continue;
        } else if (one.does === 'edit') {
          const params = { id: session };
          entry = (await client.call(changePlaySession, { params, body: { minutes: one.minutes } })).user_game;
          Object.assign(paper.sessions.get(session) ?? {}, { minutes: one.minutes });
        } else {
          entry = (await client.call(removePlaySession, { params: { id: session } })).user_game;
          paper.sessions.delete(session);
        }
        expect(entry.hours_played).toBe(paper.hours());
      }
    }),
    { numRuns: 12 },
  );
});
