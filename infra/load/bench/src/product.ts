import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningProduct } from '@nightshelf/local/product/start-product.ts';
import type { Settings } from '@nightshelf/local/settings/settings.ts';

/** Starts the product of a checkout with one process for each service, as on a cluster. @param root its folder */
export async function startProductOf(root: string, settings: Partial<Settings>): Promise<RunningProduct> {
  const launcher: typeof import('@nightshelf/local/product/start-product.ts') = await import(
    join(root, 'infra', 'local', 'src', 'product', 'start-product.ts')
  );
  return launcher.startProduct({ settings: { ...settings, PROCESSES: '5' } });
}

/**
 * Returns the CPU time of a process so far, user and system, in milliseconds; NaN without /proc. Reads the scheduler's
 * figures, because /proc/<pid>/stat counts in hundredths of a second.
 */
export function cpuTimeOf(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const times = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
    return times.reduce((sum, nanoseconds) => sum + Number(nanoseconds) / 1e6, 0);
  } catch {
    return Number.NaN;
  }
}
