import { emptyShelf } from '../library/sync/delta.ts';
import type { Device } from './device.ts';
import { openIndexedDevice } from './indexed-device.ts';

/** Used when the browser stores nothing, as in private windows: the vault exists in the page only. */
export const noDevice: Device = {
  isDurable: () => false,
  isTakenOver: () => false,
  read: async () => emptyShelf,
  write: async () => false,
  noteFirst: async () => {},
  close: () => {},
};

/** Opens a user's stored vault; falls back to `noDevice` when the browser stores nothing. */
export async function openDevice(userId: string | undefined): Promise<Device> {
  if (!userId || !globalThis.indexedDB) return noDevice;
  try {
    return await openIndexedDevice(userId);
  } catch (error) {
    console.warn('The vault is not kept on this device.', error);
    return noDevice;
  }
}
