export interface ReviewVideo {
  /** YouTube's video id, 11 characters. */
  readonly id: string;
  readonly channelId: string;
  readonly channelTitle: string;
  readonly title: string;
  readonly description: string;
  /** URL of an image of at least 320 × 180 pixels, if any. */
  readonly thumbnail: string | null;
  readonly publishedAt: Date;
}

export const isVideoId = (id: string) => /^[\w-]{11}$/.test(id);

/**
 * Cuts text to the limit and removes what PostgreSQL cannot store: NUL, and lone surrogates, which cutting may leave.
 */
export const cleanText = (text: string, limit: number) => text.replaceAll('\u0000', '').slice(0, limit).toWellFormed();
export const titleLimit = 200;
export const descriptionLimit = 5000;

const most = 12;
const mostPerChannel = 3;

const isReview = ({ title }: ReviewVideo) => /\breview/i.test(title);

const newestFirst = (a: ReviewVideo, b: ReviewVideo) =>
  b.publishedAt.getTime() - a.publishedAt.getTime() || a.id.localeCompare(b.id);

/**
 * Chooses a day's videos: reviews before other uploads, newer before older, and at most three per channel.
 * @returns at most 12, newest first
 */
export function chooseVideos(candidates: readonly ReviewVideo[]): ReviewVideo[] {
  const unique = [...new Map(candidates.map((video) => [video.id, video])).values()];
  const byMerit = unique.sort((a, b) => Number(isReview(b)) - Number(isReview(a)) || newestFirst(a, b));
  const taken = new Map<string, number>();
  const chosen = byMerit.filter(({ channelId }) => {
    const already = taken.get(channelId) ?? 0;
    taken.set(channelId, already + 1);
    return already < mostPerChannel;
  });
  return chosen.slice(0, most).sort(newestFirst);
}
