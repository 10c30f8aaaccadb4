import type { Scenario } from 'k6/options';
import { weights } from '../support/options.ts';

export { browse } from './browse.ts';
export { signIn } from './sign-in.ts';
export { social } from './social.ts';
export { vault } from './vault.ts';

/** One k6 scenario for each journey, each with its share of the whole. */
export function inShares(scenarioOf: (exec: string, share: number) => Scenario): Record<string, Scenario> {
  return Object.fromEntries(Object.entries(weights).map(([exec, share]) => [exec, scenarioOf(exec, share)]));
}
