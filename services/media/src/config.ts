import { z } from 'zod';

/** An address below which paths are added. */
const baseUrl = (fallback: string) =>
  z
    .url()
    .transform((url) => url.replace(/\/+$/, ''))
    .default(fallback);

const seconds = (fallback: number) => z.coerce.number().positive().max(86_400).default(fallback);

/** Media's own settings. */
export const mediaSettings = z.object({
  /** Without a key the channels' public feeds are read instead of the API. */
  YOUTUBE_API_KEY: z.string().optional(),
  YOUTUBE_BASE_URL: baseUrl('https://www.googleapis.com/youtube/v3'),
  YOUTUBE_FEED_BASE_URL: baseUrl('https://www.youtube.com'),
  /** A JSON file of channels, in the form of the built-in one. */
  CHANNELS_FILE: z.string().optional(),
  /** Whether samples are shown, and called so, as long as no video has ever been fetched. */
  VIDEO_SAMPLES: z
    .enum(['1', '0', 'true', 'false'], 'must be 1 or 0')
    .transform((value) => value === '1' || value === 'true')
    .default(false),
  /** When the day's videos are fetched: a cron pattern, in UTC. */
  REVIEWS_REFRESH_PATTERN: z
    .string()
    .regex(/^\S+( \S+){4,5}$/, 'must be a cron pattern of five or six fields')
    .default('0 6 * * *'),
  /** Seconds before a failed refresh is tried again; doubled each time. */
  REVIEWS_RETRY_SECONDS: seconds(60),
  /** How often, in seconds, to make sure that the schedule still stands. */
  REVIEWS_SCHEDULE_CHECK_SECONDS: seconds(60),
});
