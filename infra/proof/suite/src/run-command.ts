import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { checkoutRoot } from '@nightshelf/local/root.ts';

/** Compiled once for all the processes that load the same code; the product's own keep theirs there too. */
const compileCache = { NODE_COMPILE_CACHE: join(checkoutRoot, 'node_modules', '.cache', 'compiled') };

/** Runs a command in the checkout with its output shown. @returns its exit code, 1 when it was ended by a signal */
export function runCommand(file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const child = spawn(file, args, {
    cwd: checkoutRoot,
    stdio: 'inherit',
    env: { ...compileCache, ...process.env, ...env },
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
