import type { Game } from '@nightshelf/contracts';
import type { CatalogSettings } from '../config.ts';
import type { Asker } from './limits/asker.ts';

/** A source of games outside the product. Both calls throw ProviderFault when it cannot be asked for this asker. */
export interface GameProvider {
  readonly name: CatalogSettings['PROVIDER'];
  /** Whether a guid is one of this provider's own. */
  owns(guid: string): boolean;
  /** @returns at most `limit` games, best match first, `id` null */
  search(query: string, limit: number, asker: Asker): Promise<Game[]>;
  /** @returns null when the provider knows no such game */
  get(guid: string, asker: Asker): Promise<Game | null>;
}
