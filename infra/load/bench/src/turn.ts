import { fork } from 'node:child_process';
import type { Bench, Figure } from './figures.ts';

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

/** @throws when no bench has this name */
export async function loadBench(name: string): Promise<Bench> {
  const load = benches[name];
  if (!load) throw new Error(`There is no bench ${name}: ${Object.keys(benches).join(', ')}`);
  return load();
}

/**
 * Runs one turn of a bench in a process of its own, because which code a process has optimized is no property of a commit.
 * @param root folder of the checkout to measure
 * @throws when the process ends without figures
 */
export function runTurn(root: string, name: string): Promise<Figure[]> {
  const child = fork(import.meta.filename, [name, root], { cwd: root });
  return new Promise((resolve, reject) => {
    child.once('message', (figures) => resolve(figures as Figure[]));
    child.once('exit', () => reject(new Error(`${name} cannot be measured in ${root}`)));
  });
}

if (import.meta.main) {
  const [name = '', root = ''] = process.argv.slice(2);
  const figures = await (await loadBench(name)).turn(root);
  process.send?.(figures, () => process.exit());
}
