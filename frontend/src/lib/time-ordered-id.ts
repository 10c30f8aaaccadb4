import { newIntentKey } from './intent-key.ts';

/** Returns a version 7 UUID, which sorts by the device's clock. */
export function timeOrderedId(now = Date.now()): string {
  const time = now.toString(16).padStart(12, '0');
  const random = newIntentKey();
  const variant = ((Number.parseInt(random.slice(3, 4), 16) & 0x3) | 0x8).toString(16);
  const third = `7${random.slice(0, 3)}`;
  return [time.slice(0, 8), time.slice(8), third, `${variant}${random.slice(4, 7)}`, random.slice(7, 19)].join('-');
}
