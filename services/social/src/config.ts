import { flag } from '@nightshelf/platform/config/settings.ts';
import { z } from 'zod';

/** Push is off unless its three settings are given. */
export const socialSettings = z.object({
  /**
   * VAPID keys in base64url, as from `npx web-push generate-vapid-keys`; changing them makes browsers subscribe again.
   */
  PUSH_PUBLIC_KEY: z
    .string()
    .regex(/^[\w-]{87}$/, 'must be a public VAPID key')
    .optional(),
  PUSH_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be a private VAPID key')
    .optional(),
  /** Contact for push services: mailto: or https:. */
  PUSH_SUBJECT: z
    .string()
    .regex(/^(mailto:|https:\/\/)\S+$/, 'must start with mailto: or https://')
    .optional(),
  /** For tests: allows push services on this machine and without TLS. */
  PUSH_TO_LOOPBACK: flag.default(false),
});

export type SocialSettings = z.output<typeof socialSettings>;
