/** One measured value. */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  /** Null when the value describes the machine and is not compared. */
  readonly better: 'less' | 'more' | null;
  readonly value: number;
}

export interface Bench {
  /** What is measured and how, in a sentence. */
  readonly what: string;
  /**
   * Starts the product, warms it up, measures once and stops everything.
   * @param root folder of the checkout whose product is measured; the bench itself is always this checkout's
   */
  turn(root: string): Promise<Figure[]>;
}

export const less = (name: string, unit: string, value: number): Figure => ({ name, unit, better: 'less', value });
export const more = (name: string, unit: string, value: number): Figure => ({ name, unit, better: 'more', value });
export const neither = (name: string, unit: string, value: number): Figure => ({ name, unit, better: null, value });

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
