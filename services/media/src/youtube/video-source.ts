import type { Channel } from '../channels/load-channels.ts';
import type { ReviewVideo } from '../videos/review-video.ts';

/** Where videos come from. */
export interface VideoSource {
  /**
   * @returns the channels' videos published since then that can be shown, in no order
   * @throws Refused | CallFailed when there is nothing from any channel
   */
  latest(channels: readonly Channel[], since: Date, signal: AbortSignal): Promise<readonly ReviewVideo[]>;
}
