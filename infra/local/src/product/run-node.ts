import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface NodeRun {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  readonly onLine: (line: string) => void;
}

/** Runs Node until it exits. @returns its exit code and its output */
export async function runNode({ cwd, env, args, onLine }: NodeRun): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      onLine(line);
    });
  }
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => resolve(exitCode ?? 1));
  });
  return { code, said: lines.join('\n') };
}
