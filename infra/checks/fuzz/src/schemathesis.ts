import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { Refusal } from '@nightshelf/servers/process/tools.ts';

const requirements = join(import.meta.dirname, '../requirements.txt');

/** Installs Schemathesis into its own environment, which needs Python 3.10 with venv and PyPI. @returns its program */
export function installSchemathesis(): string {
  const version = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const folder = join(checkoutRoot, '.cache', 'fuzz', version);
  const program = join(folder, 'bin', 'schemathesis');
  if (existsSync(program)) return program;
  console.log('Installing Schemathesis');
  mkdirSync(folder, { recursive: true });
  try {
    run('python3', ['-m', 'venv', folder], 'Python 3 with venv is needed (apt-get install python3-venv).');
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--requirement', requirements];
    run(join(folder, 'bin', 'python'), pip, 'Its packages could not be installed from PyPI.');
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return program;
}

function run(file: string, args: readonly string[], advice: string): void {
  const { status, error } = spawnSync(file, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (error || status !== 0) throw new Refusal(advice);
}

/** @param cwd receives the failed cases @returns the output */
export async function runProgram(program: string, args: readonly string[], cwd: string): Promise<string> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return output;
}
