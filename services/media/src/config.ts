import { z } from 'zod';

/** A URL prefix without a trailing slash. */
const baseUrl = (fallback: string) =>
  z
    .url()
    .transform((url) => url.replace(/\/+$/, ''))
    .default(fallback);

const seconds = (fallback: number) => z.coerce.number().positive().max(86_400).default(fallback);

export const mediaSettings = z.object({
  /** Without a key, the service reads the channels' public feeds instead of the API. */
  YOUTUBE_API_KEY: z.string().optional(),
  YOUTUBE_BASE_URL: baseUrl('https://www.googleapis.com/youtube/v3'),
  YOUTUBE_FEED_BASE_URL: baseUrl('https://www.youtube.com'),
  /** A JSON file of channels, like the built-in one. */
  CHANNELS_FILE: z.string().optional(),
  /** Whether to show labeled samples until the first videos are fetched. */
  VIDEO_SAMPLES: z
    .enum(['1', '0', 'true', 'false'], 'must be 1 or 0')
    .transform((value) => value === '1' || value === 'true')
    .default(false),
  /** Cron pattern of the daily refresh, in UTC. */
  REVIEWS_REFRESH_PATTERN: z
    .string()
    .regex(/^\S+( \S+){4,5}$/, 'must be a cron pattern of five or six fields')
    .default('0 6 * * *'),
  /** In seconds. Delay before the first retry; doubles with each further one. */
  REVIEWS_RETRY_SECONDS: seconds(60),
  /** In seconds. How often to check that the schedule exists. */
  REVIEWS_SCHEDULE_CHECK_SECONDS: seconds(60),
});

export type MediaSettings = z.output<typeof mediaSettings>;
