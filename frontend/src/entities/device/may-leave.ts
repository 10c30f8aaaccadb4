import { isPageHeld } from '../../lib/waiting.ts';
import { countUnsent } from './keep-unsent.ts';

/** Milliseconds that changes which are on their way are given to arrive. */
const patience = 2000;

/** One at least where there is something that this page alone has, since the disk takes no more. */
const leftNow = async (userId: string) => Math.max(await countUnsent(userId).catch(() => 0), Number(isPageHeld()));

/** @returns how many changes are left that the server has not been told */
async function leftOf(userId: string, gone: AbortSignal): Promise<number> {
  const until = Date.now() + patience;
  let left = await leftNow(userId);
  while (left > 0 && navigator.onLine && Date.now() < until && !gone.aborted) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    left = await leftNow(userId);
  }
  return left;
}

/**
 * Whether a user may sign out: at once where nothing waits to be sent; else they are asked, since it would be lost.
 * @param gone fires when there is nobody to ask any more
 */
export async function mayLeave(userId: string, gone: AbortSignal): Promise<boolean> {
  const left = await leftOf(userId, gone);
  if (left === 0) return true;
  const { askToLeave } = await import('./unsent-dialog.tsx');
  return !gone.aborted && askToLeave(left, gone);
}
