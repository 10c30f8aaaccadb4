import { isKept } from './names.ts';

/** Returns whether this device has unsent changes of a user, without creating a database. */
export async function hasUnsent(userId: string): Promise<boolean> {
  try {
    return (await isKept(userId)) && (await (await import('./keep-unsent.ts')).countUnsent(userId)) > 0;
  } catch {
    // Unreadable changes cannot be sent from here; the vault page reports the problem.
    return false;
  }
}
