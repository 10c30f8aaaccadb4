import { z } from 'zod';
import { defineEvent } from './event.ts';
import type { Topic } from './topics.ts';

/**
 * The owner has published the current state of every subject of a topic as a snapshot.
 * - `snapshot`: number of the snapshot: when it started, in milliseconds since 1970
 * - `count`: how many subjects exist; each was published with this number in its envelope
 */
const data = z.object({ snapshot: z.number().int().positive(), count: z.number().int().nonnegative() });

const define = (topic: Topic) =>
  defineEvent({ type: `${topic}.snapshotted.v1`, topic, data, subject: () => 'snapshot' });

/** The event that ends a snapshot, by topic. */
export const snapshotted = {
  'auth.users': define('auth.users'),
  'library.entries': define('library.entries'),
  'library.favourites': define('library.favourites'),
  'catalog.games': define('catalog.games'),
  'social.follows': define('social.follows'),
  'media.reviews': define('media.reviews'),
} as const;

/** A topic whose owner publishes snapshots. */
export type SnapshotTopic = keyof typeof snapshotted;
