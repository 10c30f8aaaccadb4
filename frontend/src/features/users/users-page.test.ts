import { expect, test } from 'vitest';
import { keptSearch } from './users-page.tsx';

test.each([null, undefined, {}, 'text', { foundUsers: { query: 'owl' } }])(
  'returns null for a navigation state without a search: %j',
  (state) => expect(keptSearch(state)).toBeNull(),
);
