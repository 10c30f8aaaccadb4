/** A video as a source of videos gives it. */
export interface ReviewVideo {
  /** YouTube's id of the video, 11 characters. */
  readonly id: string;
  readonly channelId: string;
  readonly channelTitle: string;
  readonly title: string;
  readonly description: string;
  /** Absolute address of an image of at least 320 × 180 pixels, where there is one. */
  readonly thumbnail: string | null;
  readonly publishedAt: Date;
}

export const isVideoId = (id: string) => /^[\w-]{11}$/.test(id);

/**
 * YouTube's own limits are 100 and 5000; nothing beyond them is stored, nor what PostgreSQL cannot hold: NUL, and half a character, which
 * cutting may leave as well.
 */
export const cleanText = (text: string, limit: number) => text.replaceAll('\u0000', '').slice(0, limit).toWellFormed();
export const titleLimit = 200;
export const descriptionLimit = 5000;
