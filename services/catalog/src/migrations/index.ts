import type { MigrationList } from '@nightshelf/platform/database/migrate.ts';
import { Games } from './0001-games.ts';
import { Popularity } from './0002-popularity.ts';
import { GameRequests } from './0003-game-requests.ts';
import { GamesToFetch } from './0004-games-to-fetch.ts';
import { GameAskers } from './0005-game-askers.ts';
import { GameDetails } from './0006-game-details.ts';
import { GameTimes } from './0008-game-times.ts';
import { Catalogue } from './0009-catalogue.ts';
import { TitleKeys } from './0010-title-keys.ts';

export const migrations: MigrationList = [
  { name: '0001-games', class: Games },
  { name: '0002-popularity', class: Popularity },
  { name: '0003-game-requests', class: GameRequests },
  { name: '0004-games-to-fetch', class: GamesToFetch },
  { name: '0005-game-askers', class: GameAskers },
  { name: '0006-game-details', class: GameDetails },
  { name: '0008-game-times', class: GameTimes },
  { name: '0009-catalogue', class: Catalogue },
  { name: '0010-title-keys', class: TitleKeys },
];
