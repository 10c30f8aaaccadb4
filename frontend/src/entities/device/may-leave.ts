import { isPageHeld } from '../../lib/waiting.ts';
import { countUnsent } from './stored-vault.ts';

const inFlightTimeoutMs = 2000;

/** Counts at least one while the page is held, because its changes are not on the disk. */
const leftNow = async (userId: string) => Math.max(await countUnsent(userId).catch(() => 0), Number(isPageHeld()));

/** @returns the number of unsent changes */
async function leftOf(userId: string, gone: AbortSignal): Promise<number> {
  const until = Date.now() + inFlightTimeoutMs;
  let left = await leftNow(userId);
  while (left > 0 && navigator.onLine && Date.now() < until && !gone.aborted) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    left = await leftNow(userId);
  }
  return left;
}

/**
 * Returns whether a user may sign out; asks them when unsent changes would be lost.
 * @param gone aborts the question, since no user is left to answer it
 */
export async function mayLeave(userId: string, gone: AbortSignal): Promise<boolean> {
  const left = await leftOf(userId, gone);
  if (left === 0) return true;
  const { askToLeave } = await import('./unsent-dialog.tsx');
  return !gone.aborted && askToLeave(left, gone);
}
