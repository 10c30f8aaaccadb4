import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Figure } from '../bench.ts';

/**
 * Takes one turn of a bench in a process of its own, with the product of the checkout at `root`. Every turn begins anew:
 * which code a process happened to optimise is no property of a commit.
 * @throws when that process ends without figures; it has said why
 */
export function turnIn(root: string, name: string): Promise<Figure[]> {
  const child = fork(join(import.meta.dirname, 'take-turn.ts'), [name, root], { cwd: root });
  return new Promise((resolve, reject) => {
    child.once('message', (figures) => resolve(figures as Figure[]));
    child.once('exit', () => reject(new Error(`${name} cannot be measured in ${root}`)));
  });
}
