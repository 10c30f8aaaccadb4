import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import { z } from 'zod';
import { BrowserState } from '../sessions/browser-state.ts';

const challenge = z.object({
  challenge: z.string(),
  /** Whose passkey has to answer; null where it says itself who it is. */
  userId: z.string().nullable(),
});

const purposes = ['registration', 'sign-in', 'second-factor', 'step-up'] as const;

export type Purpose = (typeof purposes)[number];
export type Challenges = Readonly<Record<Purpose, BrowserState<z.infer<typeof challenge>>>>;

const seconds = 5 * 60;

/** Challenges that wait for their answer: each for one purpose, one browser, one answer and five minutes. */
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
