import type { Endpoint } from '../call.ts';
import { authCalls, catalogCalls, factorCalls, libraryCalls, socialCalls } from './index.ts';

/**
 * The users' journeys and the calls that they require: the basis of the product's objectives
 * (docs/operations/alerts/objectives.md).
 */
export const journeys = {
  'sign-in': [authCalls.login, factorCalls.finishSignIn, factorCalls.signInWithPasskey],
  'open-vault': [libraryCalls.listLibrary],
  'change-entry': [
    libraryCalls.addEntry,
    libraryCalls.addExternalEntry,
    libraryCalls.updateEntry,
    libraryCalls.removeEntry,
    libraryCalls.restoreEntry,
  ],
  // Only the search of stored games: without the provider's results, the client shows these with a notice.
  search: [catalogCalls.searchGames],
  'open-game': [catalogCalls.getGame],
  'open-library': [socialCalls.getUser],
} as const satisfies Readonly<Record<string, readonly Endpoint[]>>;

export type Journey = keyof typeof journeys;

const byEndpoint: ReadonlyMap<Endpoint, Journey> = new Map(
  Object.entries(journeys).flatMap(([journey, calls]) => calls.map((call) => [call, journey as Journey])),
);

/** @returns undefined for a call that no journey requires */
export const journeyOf = (endpoint: Endpoint): Journey | undefined => byEndpoint.get(endpoint);
