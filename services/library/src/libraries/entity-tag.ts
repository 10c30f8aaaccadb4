import { cursorOf, snapshotOf } from './cursor.ts';
import type { LibraryState } from './library-state.ts';

/** Raise it with every change to the form of the response, so that browsers do not reuse what they keep. */
const form = 4;

/**
 * Names one state of one user's library. The user is part of it: two users of one browser share its cache. Weak, since the
 * encodings of the same state share it.
 */
export const entityTag = (state: LibraryState) => `W/"${form}.${state.version}.${cursorOf(state)}"`;

const tag = new RegExp(`"${form}\\.([0-9]+)\\.([A-Za-z0-9_-]+\\.[0-9-]+\\.[0-9]+)"`, 'g');

interface Known {
  readonly etag: string;
  /** A `pg_snapshot`. */
  readonly snapshot: string;
}

/**
 * What whoever sends an If-None-Match header has of the library as its user has left it: it is still the same if no game
 * has changed since. Null for nothing.
 */
export function knownBy(header: string | undefined, now: LibraryState): Known | null {
  if (header?.trim() === '*') return { etag: entityTag(now), snapshot: now.snapshot };
  for (const [opaque, version, cursor = ''] of header?.matchAll(tag) ?? []) {
    const snapshot = version === now.version ? snapshotOf(cursor, now) : null;
    if (snapshot) return { etag: `W/${opaque}`, snapshot };
  }
  return null;
}
