import { fork } from 'node:child_process';
import { loadBench } from './bench.ts';
import type { Figure } from './figures.ts';

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
  const bench = await loadBench(name);
  const figures = await bench.turn(root);
  process.send?.(figures, () => process.exit());
}
