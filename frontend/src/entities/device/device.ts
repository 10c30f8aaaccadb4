import type { Delta, Shelf } from '../library/sync/delta.ts';
import type { FirstGames } from './first-games.ts';

/** The storage of a vault on this device. */
export interface Device {
  /** Whether written data survives the page. */
  readonly isDurable: () => boolean;
  /** Whether storage was lost to a newer release in another tab. */
  readonly isTakenOver: () => boolean;
  readonly read: () => Promise<Shelf>;
  /**
   * Writes a delta completely or not at all.
   * @returns whether it is on the device
   */
  readonly write: (delta: Delta) => Promise<boolean>;
  /** Notes the games shown first; the next change to the vault deletes the note. */
  readonly noteFirst: (games: FirstGames) => Promise<void>;
  readonly close: () => void;
}
