const storageKey = 'nightshelf-passkey';

/** Whether a passkey was made or used in this browser: only then is it worth asking the server for a challenge unbidden. */
export function isPasskeyKnown(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return false;
  }
}

export function rememberPasskey(): void {
  try {
    localStorage.setItem(storageKey, 'known');
  } catch {
    // A browser that keeps nothing has the button still.
  }
}
