const storageKey = 'nightshelf-next-ask';

/** Notes the address of the next vault request; null requests the whole. */
export function noteNextAsk(address: string | null): void {
  try {
    if (address) localStorage.setItem(storageKey, address);
    else localStorage.removeItem(storageKey);
  } catch {
    // Without the note, the request waits for the client's code.
  }
}

/** Returns the address of a call; for the vault it includes the noted cursor. */
export function nextAsk(call: string): string {
  try {
    const noted = localStorage.getItem(storageKey);
    return noted?.split('?')[0] === call ? noted : call;
  } catch {
    return call;
  }
}
