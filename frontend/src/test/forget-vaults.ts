import { forgetDevice } from '../entities/device/forget-device.ts';
import { databaseOf } from '../entities/device/names.ts';

/** Deletes the vaults of all users from the device. */
export async function forgetVaults(): Promise<void> {
  const prefix = databaseOf('');
  const names = (await indexedDB.databases()).map(({ name = '' }) => name).filter((name) => name.startsWith(prefix));
  await Promise.all(names.map((name) => forgetDevice(name.slice(prefix.length))));
}
