/** What a page is about, as far as one is to be told of its changes. */
export interface Topic {
  readonly kind: 'users' | 'games';
  /** A user's id or a game's guid. */
  readonly id: string;
}

/** The server tells of so many of each in one stream. */
const most = 20;

const isSame = (one: Topic, other: Topic) => one.kind === other.kind && one.id === other.id;

/** All of them, each once and no more than one stream can carry: of more, those named last. */
export function together(lists: Iterable<readonly Topic[]>): readonly Topic[] {
  const all = [...lists].flat();
  const once = all.filter((topic, place) => all.findLastIndex((each) => isSame(each, topic)) === place);
  return (['users', 'games'] as const).flatMap((kind) => once.filter((topic) => topic.kind === kind).slice(-most));
}

/** Whether a stream of `told` tells of all that is `wanted`. */
export const covers = (told: readonly Topic[], wanted: readonly Topic[]): boolean =>
  wanted.every((topic) => told.some((each) => isSame(each, topic)));

/** Without one of those that are the same as `topic`: what two parts of a page have opened is closed by both. */
export function without(topics: readonly Topic[], topic: Topic): readonly Topic[] {
  const place = topics.findIndex((each) => isSame(each, topic));
  return place === -1 ? topics : topics.toSpliced(place, 1);
}

/** The address of a stream that tells of these, beside what it tells every user of their own. */
export function streamAddress(topics: readonly Topic[]): string {
  const parts = (['users', 'games'] as const).flatMap((kind) => {
    const ids = topics.filter((topic) => topic.kind === kind).map(({ id }) => encodeURIComponent(id));
    return ids.length > 0 ? [`${kind}=${ids.join(',')}`] : [];
  });
  return parts.length > 0 ? `/api/live?${parts.join('&')}` : '/api/live';
}
