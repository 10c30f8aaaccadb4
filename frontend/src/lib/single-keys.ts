import { readStored, writeStored } from './browser-storage.ts';

/**
 * Storage key of the setting for shortcuts without Ctrl, ⌘ or Alt, which speech input users trigger by accident (WCAG
 * 2.1.4).
 */
const storageKey = 'nightshelf-single-keys';

export const areSingleKeysOn = (): boolean => readStored(storageKey) !== 'off';

export const setSingleKeys = (on: boolean): void => void writeStored(storageKey, on ? null : 'off');
