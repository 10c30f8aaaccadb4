import { readFileSync } from 'node:fs';

/** Linux counts a process's time in ticks of a hundredth of a second. */
const tickMs = 10;

/** CPU time that a process has used so far, in milliseconds; NaN where the system has no /proc. */
export function cpuTimeOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name in parentheses may itself hold spaces; user and system time are fields 14 and 15.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * tickMs;
  } catch {
    return Number.NaN;
  }
}
