import type { Topic } from '@nightshelf/contracts/events/topics.ts';
import type { ServiceName } from '@nightshelf/local';

interface ConsumedTopic {
  /** Who publishes on it. */
  readonly owner: ServiceName;
  /** Who has to put aside what nobody understands. */
  readonly consumers: readonly ServiceName[];
}

/** Nobody consumes `media.reviews`; every other topic has its place here. */
const all: Readonly<Record<Exclude<Topic, 'media.reviews'>, ConsumedTopic>> = {
  'library.entries': { owner: 'library', consumers: ['social', 'catalog'] },
  'library.favourites': { owner: 'library', consumers: ['social'] },
  'library.game-requests': { owner: 'library', consumers: ['catalog'] },
  'auth.users': { owner: 'auth', consumers: ['social', 'library', 'catalog'] },
  'catalog.games': { owner: 'catalog', consumers: ['library', 'social'] },
  'social.follows': { owner: 'social', consumers: ['auth'] },
  'social.digests': { owner: 'social', consumers: ['auth'] },
};

/** Topics that somebody consumes, by name. */
export const consumedTopics: Readonly<Record<string, ConsumedTopic>> = all;
