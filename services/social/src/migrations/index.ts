import type { MigrationList } from '@nightshelf/platform/database/migrate.ts';
import { GameChangesTable } from '@nightshelf/platform/game-copies/game-changes-table.ts';
import { Social } from './0001-social.ts';
import { LibraryVersions } from './0002-library-versions.ts';
import { EntryVersions } from './0003-entry-versions.ts';
import { Followees } from './0005-followees.ts';
import { Notifications } from './0006-notifications.ts';
import { Push } from './0007-push.ts';
import { Digests } from './0008-digests.ts';
import { Favourites } from './0009-favourites.ts';
import { Opinions } from './0010-opinions.ts';
import { Deeds } from './0011-deeds.ts';
import { HiddenDeeds } from './0012-hidden-deeds.ts';
import { DeedsNotHidden } from './0013-deeds-not-hidden.ts';
import { PushHosts } from './0014-push-hosts.ts';
import { DeliveriesByHost } from './0015-deliveries-by-host.ts';
import { HiddenFollows } from './0016-hidden-follows.ts';
import { DeedsDoneHidden } from './0017-deeds-done-hidden.ts';

export const migrations: MigrationList = [
  { name: '0001-social', class: Social },
  { name: '0002-library-versions', class: LibraryVersions },
  { name: '0003-entry-versions', class: EntryVersions },
  { name: '0004-game-changes', class: GameChangesTable },
  { name: '0005-followees', class: Followees },
  { name: '0006-notifications', class: Notifications },
  { name: '0007-push', class: Push },
  { name: '0008-digests', class: Digests },
  { name: '0009-favourites', class: Favourites },
  { name: '0010-opinions', class: Opinions },
  { name: '0011-deeds', class: Deeds },
  { name: '0012-hidden-deeds', class: HiddenDeeds },
  { name: '0013-deeds-not-hidden', class: DeedsNotHidden },
  { name: '0014-push-hosts', class: PushHosts },
  { name: '0015-deliveries-by-host', class: DeliveriesByHost },
  { name: '0016-hidden-follows', class: HiddenFollows },
  { name: '0017-deeds-done-hidden', class: DeedsDoneHidden },
];
