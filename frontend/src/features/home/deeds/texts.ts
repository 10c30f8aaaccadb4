import type { DeedKind } from '@nightshelf/contracts/deeds.ts';

export const deedTexts = {
  title: 'People you follow',
  loading: 'Loading what they have lately done...',
  kinds: {
    added: 'added',
    began: 'began',
    completed: 'completed',
    rated: 'rated',
  } satisfies Record<DeedKind, string>,
  rating: (rating: number) => `rated ${rating} of 10`,
  nobody: 'You follow nobody yet. What other players add, begin, complete and rate will stand here.',
  nothing: 'Nothing new in the last 30 days. What the people you follow add, begin, complete and rate will stand here.',
  find: 'Find players to follow',
  failed: 'What they have lately done could not be loaded.',
  retry: 'Try again',
};
