import type { MigrationList } from '@nightshelf/platform/database/migrate.ts';
import { Users } from './0001-users.ts';
import { Follows } from './0002-follows.ts';
import { Identities } from './0003-identities.ts';
import { Recovery } from './0004-recovery.ts';
import { Activity } from './0005-activity.ts';
import { Addresses } from './0006-addresses.ts';
import { SecondFactors } from './0008-second-factors.ts';
import { ApiTokens } from './0009-api-tokens.ts';
import { Archives } from './0010-archives.ts';
import { ClosedAccounts } from './0011-closed-accounts.ts';

export const migrations: MigrationList = [
  { name: '0001-users', class: Users },
  { name: '0002-follows', class: Follows },
  { name: '0003-identities', class: Identities },
  { name: '0004-recovery', class: Recovery },
  { name: '0005-activity', class: Activity },
  { name: '0008-second-factors', class: SecondFactors },
  { name: '0006-addresses', class: Addresses },
  { name: '0009-api-tokens', class: ApiTokens },
  { name: '0010-archives', class: Archives },
  { name: '0011-closed-accounts', class: ClosedAccounts },
];
