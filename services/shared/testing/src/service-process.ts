import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { until } from './until.ts';

/** A service instance in a separate process, to be suspended or killed. */
export interface ServiceProcess {
  readonly url: string;
  /** Suspends the process until `thaw`; its sockets stay open. */
  freeze(): void;
  thaw(): void;
  /** Returns the peak resident memory so far, in MB, as Linux records it. */
  peakMemory(): number;
  /** Stops it gracefully: work in progress is finished first. */
  stop(): Promise<void>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
}

export async function startServiceProcess(
  main: string,
  env: Readonly<Record<string, string>>,
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [main], { env: { ...process.env, ...env, LOG_LEVEL: 'info' } });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (log += chunk));
  const exited = once(child, 'exit');
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal);
    await exited;
  };
  try {
    const url = await until('the process has started', () => /"url":"(http:[^"]+)"/.exec(log)?.[1], 90_000);
    return {
      url,
      freeze: () => child.kill('SIGSTOP'),
      thaw: () => child.kill('SIGCONT'),
      peakMemory: () => {
        const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
        return Math.round(Number(kilobytes) / 1024);
      },
      stop: () => end('SIGTERM'),
      kill: () => end('SIGKILL'),
    };
  } catch (error) {
    await end('SIGKILL');
    throw new Error(`The process did not start: ${log}`, { cause: error });
  }
}
