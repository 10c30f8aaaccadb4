import type { Delta, Shelf } from '../library/sync/delta.ts';

/** Where a vault is kept, besides the screen. */
export interface Device {
  /** Whether what is written survives the page. */
  readonly isDurable: () => boolean;
  readonly read: () => Promise<Shelf>;
  /** All of a delta or none of it. @returns whether it is on the device */
  readonly write: (delta: Delta) => Promise<boolean>;
  readonly close: () => void;
}
