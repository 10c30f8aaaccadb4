import type { Delta, Shelf } from '../library/sync/delta.ts';
import type { FirstGames } from './first-games.ts';

/** Where a vault is kept, besides the screen. */
export interface Device {
  /** Whether what is written survives the page. */
  readonly isDurable: () => boolean;
  /** Whether it no longer does because a newer release has it, in another tab. */
  readonly isTakenOver: () => boolean;
  readonly read: () => Promise<Shelf>;
  /** All of a delta or none of it. @returns whether it is on the device */
  readonly write: (delta: Delta) => Promise<boolean>;
  /** Notes what is shown first; a change of what is kept takes it away. */
  readonly noteFirst: (games: FirstGames) => Promise<void>;
  readonly close: () => void;
}
