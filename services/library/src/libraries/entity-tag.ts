import { cursorOf, snapshotOf } from './cursor.ts';
import type { LibraryState } from './library-state.ts';

/** Increment it with every change to the format of the response, so that browsers do not reuse cached ones. */
const form = 4;

/**
 * Returns a weak ETag, because all encodings share it. It includes the user, because two users of one browser share its
 * cache.
 */
export const entityTag = (state: LibraryState) => `W/"${form}.${state.version}.${cursorOf(state)}"`;

const tag = new RegExp(`"${form}\\.([0-9]+)\\.([A-Za-z0-9_-]+\\.[0-9-]+\\.[0-9]+)"`, 'g');

interface Known {
  readonly etag: string;
  /** A `pg_snapshot`. */
  readonly snapshot: string;
}

/**
 * Returns the client's cached state from If-None-Match, or null when the user has changed the library since. The caller
 * must still check for changed games.
 */
export function knownBy(header: string | undefined, now: LibraryState): Known | null {
  if (header?.trim() === '*') return { etag: entityTag(now), snapshot: now.snapshot };
  for (const [opaque, version, cursor = ''] of header?.matchAll(tag) ?? []) {
    const snapshot = version === now.version ? snapshotOf(cursor, now) : null;
    if (snapshot) return { etag: `W/${opaque}`, snapshot };
  }
  return null;
}
