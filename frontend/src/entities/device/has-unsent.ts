import { isKept } from './names.ts';

/** Whether this device keeps something of a user's that the server has not been told yet; makes no database to find out. */
export async function hasUnsent(userId: string): Promise<boolean> {
  try {
    return (await isKept(userId)) && (await (await import('./keep-unsent.ts')).countUnsent(userId)) > 0;
  } catch {
    // What cannot be read is not sent from here: the vault's own page says what is amiss.
    return false;
  }
}
