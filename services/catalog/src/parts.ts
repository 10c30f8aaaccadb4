import type { Work } from '@nightshelf/platform/database/work.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import type { CoverColours } from './colours/cover-colours.ts';
import type { KnownGames } from './games/known-games.ts';
import type { FoundGames, ProviderCache } from './provider-cache/provider-cache.ts';

/** The parts that the catalog's routes and jobs share; `service.ts` creates each once. */
export interface CatalogParts {
  readonly work: Work;
  readonly logger: Logger;
  readonly known: KnownGames;
  readonly cache: ProviderCache;
  readonly found: FoundGames;
  readonly colours: CoverColours;
}
