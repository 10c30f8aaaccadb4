const day = 24 * 60 * 60 * 1000;

/**
 * The topics between services. Events of one key are published in order. `retentionMs` is limited, because the owner
 * can publish lost events again. On Kafka `partitions` limits how many consumers of one group can share the work.
 */
export const topics = {
  'auth.users': { partitions: 3, retentionMs: 7 * day },
  'library.entries': { partitions: 6, retentionMs: 7 * day },
  'library.favourites': { partitions: 3, retentionMs: 7 * day },
  'library.game-requests': { partitions: 3, retentionMs: 7 * day },
  'catalog.games': { partitions: 6, retentionMs: 7 * day },
  'social.follows': { partitions: 3, retentionMs: 7 * day },
  'social.digests': { partitions: 3, retentionMs: 7 * day },
  'media.reviews': { partitions: 1, retentionMs: 7 * day },
} as const satisfies Record<string, TopicSettings>;

export interface TopicSettings {
  readonly partitions: number;
  readonly retentionMs: number;
}

export type Topic = keyof typeof topics;

export const deadLetterRetentionMs = 30 * day;
