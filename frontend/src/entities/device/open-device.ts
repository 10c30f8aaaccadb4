import { emptyShelf } from '../library/sync/delta.ts';
import type { Device } from './device.ts';
import { openIndexedDevice } from './indexed-device.ts';

/** For browsers that keep nothing, as in private windows: the page has all there is. */
export const noDevice: Device = {
  isDurable: () => false,
  isTakenOver: () => false,
  read: async () => emptyShelf,
  write: async () => false,
  noteFirst: async () => {},
  close: () => {},
};

/** Opens what this device keeps of a user's vault; works as without where it keeps nothing. */
export async function openDevice(userId: string | undefined): Promise<Device> {
  if (!userId || !globalThis.indexedDB) return noDevice;
  try {
    return await openIndexedDevice(userId);
  } catch (error) {
    console.warn('The vault is not kept on this device.', error);
    return noDevice;
  }
}
