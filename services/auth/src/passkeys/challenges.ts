import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import { z } from 'zod';
import { BrowserState } from '../sessions/browser-state.ts';

const challenge = z.object({
  challenge: z.string(),
  /** The user whose passkey must respond; null when the passkey identifies the user. */
  userId: z.string().nullable(),
});

const purposes = ['registration', 'sign-in', 'second-factor', 'step-up'] as const;

export type Purpose = (typeof purposes)[number];
export type Challenges = Readonly<Record<Purpose, BrowserState<z.infer<typeof challenge>>>>;

const seconds = 5 * 60;

/** Creates the challenges. Each is valid for one purpose, one browser, one response and five minutes. */
export const passkeyChallenges = (redis: Foundation<object>['redis'], publicOrigin: string): Challenges => {
  const state = (purpose: Purpose) =>
    new BrowserState(redis, { name: `passkey-${purpose}`, seconds, publicOrigin, schema: challenge });
  return {
    registration: state('registration'),
    'sign-in': state('sign-in'),
    'second-factor': state('second-factor'),
    'step-up': state('step-up'),
  };
};
