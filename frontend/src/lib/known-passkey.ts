import { readStored, writeStored } from './browser-storage.ts';

const storageKey = 'nightshelf-passkey';

/** Returns whether a passkey was created or used in this browser; only then request a challenge for autofill. */
export const isPasskeyKnown = (): boolean => readStored(storageKey) !== null;

export const rememberPasskey = (): void => void writeStored(storageKey, 'known');
