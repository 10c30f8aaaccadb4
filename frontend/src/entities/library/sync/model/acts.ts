import fc from 'fast-check';
import type { PlaythroughChange } from '../change.ts';

/** One event of a history. Numbers choose among the current options, modulo their count. */
export type Act =
  | {
      readonly does: 'add' | 'update' | 'remove' | 'restore' | 'log' | 'relog' | 'unlog' | PlaythroughChange['kind'];
      readonly device: number;
      readonly game: number;
      readonly value: number;
      readonly field: 'rating' | 'hours_played';
    }
  | { readonly does: 'send' | 'ask' | 'reload' | 'decide'; readonly device: number; readonly pick: number }
  | { readonly does: 'arrive' | 'answer' | 'loseRequest' | 'loseAnswer'; readonly pick: number }
  | { readonly does: 'forgetRemoved' | 'forgetCursors' | 'forgetKeys' };

const device = fc.constantFrom(0, 1);
// Small numbers choose the oldest message in flight, large ones the newest.
const pick = fc.constantFrom(0, 0, 1, 2, 3);

export const actions: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constantFrom(
        'add',
        'update',
        'update',
        'update',
        'update',
        'remove',
        'restore',
        'log',
        'log',
        'relog',
        'unlog',
        'add-playthrough',
        'change-playthrough',
        'remove-playthrough',
      ),
      device,
      game: fc.constantFrom(0, 0, 0, 1),
      value: fc.constantFrom(1, 2),
      field: fc.constantFrom('rating', 'hours_played'),
    }) as fc.Arbitrary<Act>,
  },
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constantFrom('send', 'send', 'send', 'ask', 'ask', 'ask', 'reload', 'decide'),
      device,
      pick,
    }) as fc.Arbitrary<Act>,
  },
  {
    weight: 12,
    arbitrary: fc.record({
      does: fc.constantFrom('arrive', 'arrive', 'arrive', 'answer', 'answer', 'answer', 'loseRequest', 'loseAnswer'),
      pick,
    }) as fc.Arbitrary<Act>,
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constantFrom('forgetRemoved', 'forgetCursors', 'forgetKeys'),
    }) as fc.Arbitrary<Act>,
  },
);
