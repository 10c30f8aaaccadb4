import type { Bench } from './bench.ts';

/** Benches that measure in turns. Each is loaded alone. */
export const turnBenches: Readonly<Record<string, () => Promise<Bench>>> = {
  gateway: async () => (await import('./gateway/bench.ts')).gatewayBench,
  'propagation-redis': async () => (await import('./propagation/bench.ts')).propagationBench('redis'),
  'propagation-kafka': async () => (await import('./propagation/bench.ts')).propagationBench('kafka'),
};

/** Benches that print figures of their own. */
export const wholeBenches: Readonly<Record<string, () => Promise<void>>> = {
  away: async () => (await import('./frontend/away-bench.ts')).benchAway(),
  capacity: async () => (await import('./capacity/bench.ts')).benchCapacity(),
  frontend: async () => (await import('./frontend/bench.ts')).benchFrontend(),
  hammering: async () => (await import('./hammering/bench.ts')).benchHammering(),
  imports: async () => (await import('./imports/bench.ts')).benchImports(),
  live: async () => (await import('./live/bench.ts')).benchLive(),
  load: async () => (await import('./load/bench.ts')).benchLoad(),
  search: async () => (await import('./search/bench.ts')).benchSearch(),
  suggestions: async () => (await import('./search/bench.ts')).benchSuggestions(),
  vault: async () => (await import('./frontend/vault-bench.ts')).benchVault(),
};

/** @throws when no bench has this name */
export async function loadTurnBench(name: string): Promise<Bench> {
  const load = turnBenches[name];
  if (!load) throw new Error(`No bench named ${name} measures in turns: ${Object.keys(turnBenches).join(', ')}`);
  return load();
}
