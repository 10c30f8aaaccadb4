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
