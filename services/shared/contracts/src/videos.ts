import { z } from 'zod';
import { instant } from './fields.ts';

/** A review video. Addresses are absolute. */
export const video = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  thumbnail: z.string().nullable(),
  channel_title: z.string(),
  published_at: instant,
  embed_url: z.string().meta({ description: 'The youtube-nocookie.com player.' }),
  url: z.string(),
});

export type Video = z.infer<typeof video>;
