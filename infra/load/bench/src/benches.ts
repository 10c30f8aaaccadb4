import type { Bench } from './bench.ts';

/** Benches by their names. Each is loaded alone. */
export const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  gateway: async () => (await import('./gateway/bench.ts')).gatewayBench,
  'propagation-redis': async () => (await import('./propagation/bench.ts')).propagationBench('redis'),
  'propagation-kafka': async () => (await import('./propagation/bench.ts')).propagationBench('kafka'),
  'load-redis': async () => (await import('./load/bench.ts')).loadBench('redis'),
  'load-kafka': async () => (await import('./load/bench.ts')).loadBench('kafka'),
  vault: async () => (await import('./frontend/vault-bench.ts')).vaultBench,
  search: async () => (await import('./search/bench.ts')).searchBench,
};

/** These measure this checkout alone. */
const notComparable = ['vault', 'search'];

export const comparable = Object.keys(benches).filter((name) => !notComparable.includes(name));

/** @throws when no bench has this name */
export async function loadBench(name: string): Promise<Bench> {
  const load = benches[name];
  if (!load) throw new Error(`There is no bench ${name}: ${Object.keys(benches).join(', ')}`);
  return load();
}
