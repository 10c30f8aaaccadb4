import { readdirSync, readFileSync } from 'node:fs';

/**
 * CPU time that a process has used so far, user and system, in milliseconds; NaN where the system has no /proc.
 * By the scheduler's own account of each thread, in nanoseconds: /proc/<pid>/stat counts in hundredths of a second.
 */
export function cpuTimeOf(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.reduce((sum, thread) => sum + threadTimeOf(`/proc/${pid}/task/${thread}/schedstat`), 0);
  } catch {
    return Number.NaN;
  }
}

function threadTimeOf(file: string): number {
  const [nanoseconds] = readFileSync(file, 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
}
