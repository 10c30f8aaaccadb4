import { shownHours } from '@nightshelf/contracts/play-rules.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anEntry } from '../../../test/builders.ts';
import type { Change } from './change.ts';
import { countsAfter, hoursAfter, overlay } from './overlay.ts';

const act = fc.oneof(
  fc.record({ does: fc.constant('type' as const), hours: fc.option(fc.nat(40).map((halves) => halves / 2)) }),
  fc.record({ does: fc.constant('log' as const), minutes: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ does: fc.constant('edit' as const), at: fc.nat(9), minutes: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ does: fc.constant('remove' as const), at: fc.nat(9) }),
);

/** Computes hours as the server does. */
class Server {
  typed: number | null = null;
  readonly sessions = new Map<string, { minutes: number; counts: boolean }>();
  minutes = () => [...this.sessions.values()].reduce((sum, { minutes, counts }) => sum + (counts ? minutes : 0), 0);
  hours = () => shownHours({ typed: this.typed, minutes: this.minutes() });
  type(hours: number | null) {
    if (hours === this.hours()) return;
    this.typed = hours;
    for (const session of this.sessions.values()) session.counts = false;
  }
}

test('shows the hours that the server will return, whatever changes are pending', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 12 }), fc.array(act, { minLength: 1, maxLength: 12 }), (stored, waiting) => {
      const server = new Server();
      let queue: readonly Change[] = [];
      let saved = anEntry();
      let known = { typed: null as number | null, minutes: 0 };
      let counting = new Map<string, boolean>();
      for (const [order, one] of [...stored, ...waiting].entries()) {
        if (order === stored.length) {
          saved = { ...saved, hours_played: server.hours() };
          known = { typed: server.minutes() > 0 ? server.typed : server.hours(), minutes: server.minutes() };
          counting = new Map([...server.sessions].map(([id, { counts }]) => [id, counts]));
        }
        const isWaiting = order >= stored.length;
        const ids = [...server.sessions.keys()];
        const id = 'at' in one ? ids[one.at % Math.max(1, ids.length)] : `s${order}`;
        if (one.does !== 'type' && id === undefined) continue;
        const base = overlay(saved, queue) ?? saved;
        const made = { key: `k${order}`, order, guid: saved.guid, tab: 't', base };
        const hours = hoursAfter(saved, known, queue);
        const before = server.sessions.get(id ?? '');
        const session = {
          ...{ id: id ?? '', version: 1, entry_id: saved.id, game: { guid: '', name: '', image_url: null } },
          ...{ day: '2026-03-01', minutes: before?.minutes ?? 0, note: null, spoiler: false, playthrough_id: null },
          counts: counting.get(id ?? '') ?? true,
        };
        const asIs = { ...session, counts: countsAfter(session, queue) };
        if (one.does === 'type') {
          if (isWaiting && one.hours !== base.hours_played)
            queue = [...queue, { ...made, call: 'updateEntry', body: { hours_played: one.hours } }];
          server.type(one.hours);
        } else if (one.does === 'log') {
          const logged = { ...session, minutes: one.minutes, counts: true };
          if (isWaiting) queue = [...queue, { ...made, call: 'logPlaySession', before: null, now: logged, hours }];
          server.sessions.set(session.id, { minutes: one.minutes, counts: true });
        } else if (one.does === 'edit' && before) {
          const now = { ...asIs, minutes: one.minutes };
          if (isWaiting) queue = [...queue, { ...made, call: 'changePlaySession', before: asIs, now, hours }];
          before.minutes = one.minutes;
        } else {
          if (isWaiting) queue = [...queue, { ...made, call: 'removePlaySession', before: asIs, now: null, hours }];
          server.sessions.delete(session.id);
        }
        if (isWaiting) expect(overlay(saved, queue)?.hours_played).toBe(server.hours());
      }
    }),
    { numRuns: 500 },
  );
});
