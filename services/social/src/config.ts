import { flag } from '@nightshelf/platform/config/settings.ts';
import { z } from 'zod';

/** Social's own settings. Without the three of push there is none. */
export const socialSettings = z.object({
  /** VAPID keys, base64url, as `npx web-push generate-vapid-keys` makes them; with others than before browsers subscribe anew. */
  PUSH_PUBLIC_KEY: z
    .string()
    .regex(/^[\w-]{87}$/, 'must be a public VAPID key')
    .optional(),
  PUSH_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be a private VAPID key')
    .optional(),
  /** Whom push services write to when something is wrong: mailto: or https:. */
  PUSH_SUBJECT: z
    .string()
    .regex(/^(mailto:|https:\/\/)\S+$/, 'must start with mailto: or https://')
    .optional(),
  /** For tests: push services may be on this machine, and without TLS. */
  PUSH_TO_LOOPBACK: flag.default(false),
});

export type SocialSettings = z.output<typeof socialSettings>;
