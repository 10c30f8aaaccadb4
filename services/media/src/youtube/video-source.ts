import type { Channel } from '../channels/load-channels.ts';
import type { ReviewVideo } from '../videos/review-video.ts';

export interface VideoSource {
  /**
   * @returns the channels' showable videos published since then, in no particular order
   * @throws Refused | CallFailed when no channel can be read
   */
  latest(channels: readonly Channel[], since: Date, signal: AbortSignal): Promise<readonly ReviewVideo[]>;
}
