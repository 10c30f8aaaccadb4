import type { PlaySession } from '@nightshelf/contracts/play-sessions.ts';
import type { Playthrough } from '@nightshelf/contracts/playthroughs.ts';
import { describe, expect, test } from 'vitest';
import { NetworkError } from '../../lib/api-errors.ts';
import { failure } from '../../test/answers.ts';
import { anEntry } from '../../test/builders.ts';
import { noChanges, readDevice, startWithVault, type VaultState, visitVault } from '../../test/vault-visit.ts';
import { selectConflicts } from './conflicts.ts';
import { selectWaiting } from './selectors.ts';
import { libraryActions, partRequested } from './slice.ts';

const list = 'GET /api/games/library';
const entry = anEntry({ hours_played: 10 });
const { guid, name } = entry.game;
const common = { version: 1, entry_id: entry.id, game: { guid, name, image_url: null } };
const session: PlaySession = {
  ...{ ...common, id: '01900000-0000-7000-8000-000000000001', counts: true },
  ...{ day: '2026-03-01', minutes: 90, note: 'The water temple', spoiler: false, playthrough_id: null },
};
const playthrough: Playthrough = {
  ...{ ...common, id: '01900000-0000-7000-8000-0000000000a1', platform: { id: 94, name: 'PC' }, platform_id: 94 },
  ...{ copy: 'GOG', started_on: '2026-03-01', ended_on: null, hours: 12, completion: null, dropped_at: null },
};
const base = entry;

/** The calls of sessions, which count for the entry's hours, and of playthroughs, which do not. */
const sessions = {
  part: session,
  added: 'POST /api/games/library/:id/sessions',
  changed: 'PUT /api/games/library/sessions/:id',
  removed: 'DELETE /api/games/library/sessions/:id',
  add: () => partRequested({ call: 'logPlaySession', base, before: null, now: session }),
  change: () => partRequested({ call: 'changePlaySession', base, before: session, now: { ...session, minutes: 60 } }),
  remove: () => partRequested({ call: 'removePlaySession', base, before: session, now: null }),
  edited: { minutes: 60 },
  answer: (now: object) => ({ session: now, user_game: { ...entry, hours_played: 11.5, version: 2 } }),
  answerOfRemoval: { user_game: { ...entry, version: 3 } },
  hours: [11.5, 11, 10],
  conflict: (saved: object) => ({ code: 'library.play_session_changed', session: saved }),
} as const;
const playthroughs = {
  part: playthrough,
  added: 'POST /api/games/library/:id/playthroughs',
  changed: 'PUT /api/games/library/playthroughs/:id',
  removed: 'DELETE /api/games/library/playthroughs/:id',
  add: () => partRequested({ call: 'addPlaythrough', base, before: null, now: playthrough }),
  change: () =>
    partRequested({ call: 'changePlaythrough', base, before: playthrough, now: { ...playthrough, hours: 13 } }),
  remove: () => partRequested({ call: 'removePlaythrough', base, before: playthrough, now: null }),
  edited: { hours: 13 },
  answer: (now: object) => ({ playthrough: now }),
  answerOfRemoval: { success: true },
  hours: [10, 10, 10],
  conflict: (saved: object) => ({ code: 'library.playthrough_changed', playthrough: saved }),
} as const;

startWithVault([entry]);

const unreached = new NetworkError('down');
const hoursIn = ({ library }: VaultState) => library.entries[guid]?.hours_played;
const changesOf = ({ made }: { readonly made: readonly { readonly method: string }[] }) =>
  made.filter(({ method }) => method !== 'GET');

const isSent =
  (requests: number) =>
  (seen: Parameters<Parameters<typeof visitVault>[2]>[0]): void => {
    expect([seen.library.status, seen.library.queue]).toEqual(['ready', []]);
    expect(changesOf(seen)).toHaveLength(requests);
  };

describe.each([
  ['sessions', sessions],
  ['playthroughs', playthroughs],
])('%s', (_, of) => {
  const { part, added, changed, removed, edited } = of;
  const offline = { [list]: unreached, [added]: unreached, [changed]: unreached, [removed]: unreached };

  test('are added and changed offline, kept over a reload and sent once, in order, with their keys and ids', async () => {
    const first = await visitVault(offline, [of.add(), of.change()], (seen) => {
      expect([selectWaiting(seen), hoursIn(seen)]).toEqual([2, of.hours[1]]);
    });
    const answers = { [list]: noChanges, [added]: of.answer(part), [changed]: of.answer({ ...part, ...edited }) };
    const second = await visitVault(answers, [], isSent(2));
    expect(changesOf(second)).toMatchObject([
      { params: { id: entry.id }, body: { id: part.id } },
      { params: { id: part.id }, body: { ...edited, if_version: 1 } },
    ]);
    if (first.keys[0] !== undefined) expect(second.keys[0]).toBe(first.keys[0]);
  });

  test('leave nothing when they are added and removed offline', async () => {
    await visitVault(offline, [of.add(), of.remove()], (seen) =>
      expect([selectWaiting(seen), hoursIn(seen)]).toEqual([2, 10]),
    );
    const answers = { [list]: noChanges, [added]: of.answer(part), [removed]: of.answerOfRemoval };
    const visit = await visitVault(answers, [], (seen) => {
      isSent(2)(seen);
      expect(hoursIn(seen)).toBe(10);
    });
    expect(changesOf(visit).map(({ method }) => method)).toEqual(['POST', 'DELETE']);
  });

  test('are kept with their text when rejected, until the user settles it, also over a reload', async () => {
    await visitVault(offline, [of.add()], (seen) =>
      expect([selectWaiting(seen), hoursIn(seen)]).toEqual([1, of.hours[0]]),
    );
    const refusing = { [list]: noChanges, [added]: failure(409, 'library.too_many', 'There are too many.') };
    const isAsked = (state: VaultState) =>
      expect(Object.values(selectConflicts(state))).toMatchObject([
        { refusal: 'There are too many.', part: { now: part, before: null, asks: { why: 'refused' } } },
      ]);
    await visitVault(refusing, [], (seen) => {
      isAsked(seen);
      expect(hoursIn(seen)).toBe(10);
    });
    expect(changesOf(await visitVault(refusing, [], isAsked))).toEqual([]);
    const { queue } = await readDevice();
    const settled = libraryActions.conflictSettled(queue.map(({ key }) => key));
    await visitVault({ [list]: noChanges }, [settled], isSent(0));
  });

  test('ask the user with both versions when they were changed elsewhere', async () => {
    const theirs = { ...part, version: 2, ...('minutes' in part ? { minutes: 30 } : { hours: 99 }) };
    const { code, ...saved } = of.conflict(theirs);
    const refusal = failure(409, code, 'The session has changed.');
    Object.assign(refusal.failure, saved);
    await visitVault({ [list]: noChanges, [changed]: refusal }, [of.change()], ({ library, made }) => {
      expect(made.at(-1)).toMatchObject({ params: { id: part.id }, body: { ...edited, if_version: 1 } });
      expect(Object.values(selectConflicts({ library }))).toMatchObject([
        { part: { asks: { why: 'conflict', saved: theirs }, now: edited } },
      ]);
    });
  });
});

test('shows field errors of a rejected session as the refusal', async () => {
  const tooLong = failure(422, 'validation', 'Not valid', { minutes: ['would exceed 24 hours'] });
  await visitVault({ [list]: noChanges, [sessions.added]: tooLong }, [sessions.add()], ({ library }) =>
    expect(Object.values(selectConflicts({ library }))).toMatchObject([{ refusal: 'would exceed 24 hours' }]),
  );
});

test('asks nothing when the same change of a playthrough was made elsewhere', async () => {
  const refusal = failure(409, 'library.playthrough_changed', 'Changed.');
  Object.assign(refusal.failure, { playthrough: { ...playthrough, ...playthroughs.edited, version: 2 } });
  const answers = { [list]: noChanges, [playthroughs.changed]: refusal };
  await visitVault(answers, [playthroughs.change()], (seen) => {
    expect(changesOf(seen)).toHaveLength(1);
    expect([seen.library.queue, selectConflicts(seen)]).toEqual([[], {}]);
  });
});

test('keeps the field that tells sessions from playthroughs in the previous release', async () => {
  const changes = [sessions.add(), sessions.change(), sessions.remove(), playthroughs.add()];
  await visitVault({ [list]: unreached }, changes, (seen) => expect(selectWaiting(seen)).toBe(4));
  const { queue } = await readDevice();
  expect(queue.map((change) => 'hours' in change)).toEqual([true, true, true, false]);
});
