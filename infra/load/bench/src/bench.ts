import type { Bench } from './figures.ts';

/** Each bench is imported only when it runs. */
export const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  gateway: async () => (await import('./gateway/bench.ts')).gatewayBench,
  'propagation-redis': async () => (await import('./propagation.ts')).propagationBench('redis'),
  'propagation-kafka': async () => (await import('./propagation.ts')).propagationBench('kafka'),
  'load-redis': async () => (await import('./load.ts')).loadBench('redis'),
  'load-kafka': async () => (await import('./load.ts')).loadBench('kafka'),
  vault: async () => (await import('./frontend/vault-bench.ts')).vaultBench,
  search: async () => (await import('./search/bench.ts')).searchBench,
};

/** The others measure this checkout only. */
export const comparable = Object.keys(benches).filter((name) => name !== 'vault' && name !== 'search');

/** @throws when no bench has this name */
export async function loadBench(name: string): Promise<Bench> {
  const load = benches[name];
  if (!load) throw new Error(`There is no bench ${name}: ${Object.keys(benches).join(', ')}`);
  return load();
}
