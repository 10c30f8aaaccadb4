/** A subject of a page whose changes it subscribes to. */
export interface Topic {
  readonly kind: 'users' | 'games';
  /** A user's id or a game's guid. */
  readonly id: string;
}

/** The server's limit per kind and stream. */
const most = 20;

const isSame = (one: Topic, other: Topic) => one.kind === other.kind && one.id === other.id;

/** Returns the topics without duplicates, up to the limit of a stream; the latest ones win. */
export function together(all: readonly Topic[]): readonly Topic[] {
  const once = all.filter((topic, place) => all.findLastIndex((each) => isSame(each, topic)) === place);
  return (['users', 'games'] as const).flatMap((kind) => once.filter((topic) => topic.kind === kind).slice(-most));
}

/** Returns whether a stream with the topics `subscribed` covers all that is `wanted`. */
export const covers = (subscribed: readonly Topic[], wanted: readonly Topic[]): boolean =>
  wanted.every((topic) => subscribed.some((each) => isSame(each, topic)));

/** Removes one occurrence of a topic, because two parts of a page may have opened it. */
export function without(topics: readonly Topic[], topic: Topic): readonly Topic[] {
  const place = topics.findIndex((each) => isSame(each, topic));
  return place === -1 ? topics : topics.toSpliced(place, 1);
}

/** Returns the URL of a stream for these topics, which always includes the user's own changes. */
export function streamAddress(topics: readonly Topic[]): string {
  const parts = (['users', 'games'] as const).flatMap((kind) => {
    const ids = topics.filter((topic) => topic.kind === kind).map(({ id }) => encodeURIComponent(id));
    return ids.length > 0 ? [`${kind}=${ids.join(',')}`] : [];
  });
  return parts.length > 0 ? `/api/live?${parts.join('&')}` : '/api/live';
}
