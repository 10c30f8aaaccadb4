import fc from 'fast-check';

/** One thing that happens. Numbers choose among what there is at the moment, by remainder. */
export type Act =
  | {
      readonly does: 'add' | 'update' | 'remove' | 'restore';
      readonly device: number;
      readonly game: number;
      readonly value: number;
      readonly field: 'rating' | 'hours_played';
    }
  | { readonly does: 'send' | 'ask' | 'reload' | 'decide'; readonly device: number; readonly pick: number }
  | { readonly does: 'arrive' | 'answer' | 'loseRequest' | 'loseAnswer'; readonly pick: number }
  | { readonly does: 'forgetRemoved' | 'forgetCursors' };

const device = fc.nat(1);
const pick = fc.nat(20);

export const actions: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constantFrom('add', 'update', 'update', 'update', 'remove', 'restore'),
      device,
      game: fc.nat(1),
      value: fc.nat(4),
      field: fc.constantFrom('rating', 'hours_played'),
    }) as fc.Arbitrary<Act>,
  },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constantFrom('send', 'send', 'send', 'ask', 'ask', 'reload', 'decide'),
      device,
      pick,
    }) as fc.Arbitrary<Act>,
  },
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constantFrom('arrive', 'arrive', 'answer', 'answer', 'loseRequest', 'loseAnswer'),
      pick,
    }) as fc.Arbitrary<Act>,
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constantFrom('forgetRemoved', 'forgetCursors') }) as fc.Arbitrary<Act>,
  },
);
