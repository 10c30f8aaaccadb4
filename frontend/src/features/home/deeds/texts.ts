import type { ActivityKind as DeedKind } from '@nightshelf/contracts/activities.ts';

export const deedTexts = {
  title: 'People you follow',
  loading: 'Loading activity...',
  kinds: {
    added: 'added',
    began: 'began',
    completed: 'completed',
    rated: 'rated',
  } satisfies Record<DeedKind, string>,
  rating: (rating: number) => `rated ${rating} of 10`,
  followsNone: 'You’re not following anyone yet. Their activity will show up here.',
  nothing: 'Nothing new in the last 30 days. Activity of people you follow shows up here.',
  find: 'Find players to follow',
  failed: 'Couldn’t load the activity.',
  retry: 'Try again',
};
