const storageKey = 'nightshelf-next-ask';

/** Notes the address that the vault will be asked for at next; null: as a whole. */
export function noteNextAsk(address: string | null): void {
  try {
    if (address) localStorage.setItem(storageKey, address);
    else localStorage.removeItem(storageKey);
  } catch {
    // Then it is asked for only when the client's code has come.
  }
}

/** The address at which a call will be made, which for the vault says since when. */
export function nextAsk(call: string): string {
  try {
    const noted = localStorage.getItem(storageKey);
    return noted?.split('?')[0] === call ? noted : call;
  } catch {
    return call;
  }
}
