import { GameChangesTable, type MigrationList } from '@nightshelf/platform';
import { Library } from './0001-library.ts';
import { RemovedEntries } from './0002-removed-entries.ts';
import { EntryTombstones } from './0003-entry-tombstones.ts';
import { DescriptionsByUser } from './0005-descriptions-by-user.ts';
import { RequestedGames } from './0006-requested-games.ts';
import { Changes } from './0007-changes.ts';
import { ChangesByUser } from './0008-changes-by-user.ts';
import { Tags } from './0009-tags.ts';
import { SavedViews } from './0010-saved-views.ts';
import { GameLists } from './0011-game-lists.ts';
import { Plays } from './0012-plays.ts';
import { Favourites } from './0013-favourites.ts';
import { PlayersTimes } from './0014-players-times.ts';
import { Imports } from './0016-imports.ts';
import { GamesByName } from './0017-games-by-name.ts';
import { GamesByShortName } from './0019-games-by-short-name.ts';

export const migrations: MigrationList = [
  { name: '0001-library', class: Library },
  { name: '0002-removed-entries', class: RemovedEntries },
  { name: '0003-entry-tombstones', class: EntryTombstones },
  { name: '0004-game-changes', class: GameChangesTable },
  { name: '0005-descriptions-by-user', class: DescriptionsByUser },
  { name: '0006-requested-games', class: RequestedGames },
  { name: '0007-changes', class: Changes },
  { name: '0008-changes-by-user', class: ChangesByUser },
  { name: '0009-tags', class: Tags },
  { name: '0010-saved-views', class: SavedViews },
  { name: '0012-plays', class: Plays },
  { name: '0011-game-lists', class: GameLists },
  { name: '0013-favourites', class: Favourites },
  { name: '0014-players-times', class: PlayersTimes },
  { name: '0016-imports', class: Imports },
  { name: '0017-games-by-name', class: GamesByName },
  { name: '0019-games-by-short-name', class: GamesByShortName },
];
