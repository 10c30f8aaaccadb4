import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Distinguishes a process from a later one with the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Start time in the system's own form; only compared. */
  readonly started: string;
}

/** @returns null when there is no such process, or only a zombie */
export function identify(pid: number): ProcessIdentity | null {
  try {
    if (process.platform !== 'linux') {
      const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
      return started ? { pid, started } : null;
    }
    // The name (field 2) may contain spaces and brackets, so parsing starts after the last bracket.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? null : { pid, started: String(fields[19]) };
  } catch {
    return null;
  }
}

/** Returns whether exactly this process, not a later one with the same number, still runs. */
export function isRunning({ pid, started }: ProcessIdentity): boolean {
  return identify(pid)?.started === started;
}

/** Returns the command line of a process as far as this user may see it; empty when there is none. */
export function commandLineOf(pid: number): string {
  try {
    return process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      : execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
