import { expect, test } from 'vitest';
import { formatShortDay } from '../../entities/plays/days.ts';
import { reasonOf } from './texts.ts';

const by = '2026-12-03';
const soon = { evenings: 4, by };

test.each([
  [{ kind: 'finish', left: 60, hasBegun: true, ...soon }, 'Finishable tonight: about 1 h of the story left.'],
  [{ kind: 'finish', left: 90, hasBegun: false, ...soon }, 'Finishable tonight: the story takes about 1½ h.'],
  [
    { kind: 'continue', left: 360, hasBegun: true, ...soon },
    `About 4 evenings left at your pace: by ${formatShortDay(by)}.`,
  ],
  [
    { kind: 'begin', left: 90, hasBegun: false, evenings: 1, by },
    `About 1 evening at your pace: by ${formatShortDay(by)}.`,
  ],
  [{ kind: 'begin', left: 360, hasBegun: false, evenings: 4, by: null }, 'About 4 evenings.'],
  [
    { kind: 'continue', left: 0, hasBegun: true, ...soon },
    'You’ve played longer than most players need for the story.',
  ],
  [{ kind: 'continue', left: null, hasBegun: true, ...soon }, 'You’ve started it. Its length is unknown.'],
  [{ kind: 'begin', left: null, hasBegun: false, ...soon }, 'Its length is unknown.'],
] as const)('describes %j as: %s', (prospect, words) => expect(reasonOf(prospect)).toBe(words));
