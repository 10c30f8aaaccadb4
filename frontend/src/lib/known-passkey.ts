const storageKey = 'nightshelf-passkey';

/** Returns whether a passkey was created or used in this browser; only then request a challenge for autofill. */
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
    // Without storage, the passkey button still works.
  }
}
