import { spawn } from 'node:child_process';
import { Refusal } from '@nightshelf/servers/refusal.ts';

export interface Outcome {
  /** Exit code; null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly input?: string;
  readonly signal?: AbortSignal;
  /** Folder to run in. */
  readonly cwd?: string;
  /** Called with each line of either output as it comes. */
  readonly onLine?: (line: string) => void;
}

/**
 * Runs a command to its end, whatever its exit code.
 * @throws Refusal when there is no such command
 */
export function attempt(command: string, args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const { input, signal, cwd, onLine } = options;
  const child = spawn(command, args, { stdio: 'pipe', ...(signal ? { signal } : {}), ...(cwd ? { cwd } : {}) });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
      if (onLine) for (const line of text.split('\n').filter(Boolean)) onLine(line);
    });
  }
  // A command that ends without reading what it is given has its own say through its exit code.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ENOENT' ? new Refusal(`${command} was not found on PATH; the drills need it.`) : error),
    );
    child.once('close', (code) => resolve({ code, ...output }));
  });
}

/**
 * Runs a command that has to succeed.
 * @returns what it wrote to its standard output
 * @throws Error with the end of what it said when it fails
 */
export async function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  const { code, stdout, stderr } = await attempt(command, args, options);
  if (code === 0) return stdout;
  const said = (stderr || stdout).trim().split('\n').slice(-12).join('\n');
  throw new Error(`${command} ${args.slice(0, 6).join(' ')} ended with ${code}:\n${said}`);
}
