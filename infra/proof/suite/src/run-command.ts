import { spawn } from 'node:child_process';
import { checkoutRoot } from '@nightshelf/local/root.ts';

/** Runs a command in the checkout with its output shown. @returns its exit code, 1 when it was ended by a signal */
export function runCommand(file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const child = spawn(file, args, { cwd: checkoutRoot, stdio: 'inherit', env: { ...process.env, ...env } });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
