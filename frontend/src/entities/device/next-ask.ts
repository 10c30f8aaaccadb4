import { readStored, writeStored } from '../../lib/browser-storage.ts';

const storageKey = 'nightshelf-next-ask';

/** Notes the address of the next vault request; null requests the whole. Without the note it waits for the client's code. */
export const noteNextAsk = (address: string | null): void => void writeStored(storageKey, address);

/** Returns the address of a call; for the vault it includes the noted cursor. */
export function nextAsk(call: string): string {
  const noted = readStored(storageKey);
  return noted?.split('?')[0] === call ? noted : call;
}
