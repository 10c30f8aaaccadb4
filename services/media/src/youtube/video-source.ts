import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import { bulkhead } from 'cockatiel';
import type { Channel } from '../channels/load-channels.ts';
import type { ReviewVideo } from '../videos/review-video.ts';
import { CallFailed, Refused, type YouTubeClient } from './client.ts';

export interface SourceOptions {
  readonly client: YouTubeClient;
  readonly baseUrl: string;
  readonly logger: Logger;
}

export interface VideoSource {
  /**
   * @returns the channels' showable videos published after `since`, in no particular order
   * @throws Refused | CallFailed when no channel can be read
   */
  latest(channels: readonly Channel[], since: Date, signal: AbortSignal): Promise<readonly ReviewVideo[]>;
}

/** Concurrent channels. */
const atOnce = 4;

/**
 * Calls `ask` for every channel and skips failed ones. Fails on a refusal, or when every channel fails.
 * @throws Refused | CallFailed
 */
export async function fromEachChannel<Item>(
  channels: readonly Channel[],
  ask: (channel: Channel) => Promise<readonly Item[]>,
  logger: Logger,
): Promise<Item[]> {
  const limit = bulkhead(atOnce, channels.length);
  let refusal: Refused | undefined;
  const results = await Promise.allSettled(
    channels.map((channel) =>
      limit.execute(async () => {
        if (refusal) throw refusal;
        return ask(channel).catch((error: unknown) => {
          if (error instanceof Refused) refusal = error;
          throw error;
        });
      }),
    ),
  );
  if (refusal) throw refusal;
  const answered = results.filter((result) => result.status === 'fulfilled');
  // Without a network every channel fails for the same reason, so one line is enough.
  if (answered.length === 0) throw new CallFailed(`No channel could be read: ${reasonOf(results[0])}`, true);
  results.forEach((result, index) => {
    if (result.status === 'rejected') logger.warn({ err: result.reason, channel: channels[index]?.title }, 'No videos');
  });
  return answered.flatMap(({ value }) => value);
}

const reasonOf = (result: PromiseSettledResult<unknown> | undefined) =>
  result?.status === 'rejected' && result.reason instanceof Error ? result.reason.message : 'there is none';
