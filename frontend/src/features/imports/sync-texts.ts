import type { SyncRule } from '@nightshelf/contracts/import-rules.ts';
import type { LookOutcome } from '@nightshelf/contracts/steam.ts';

const outcomes: Readonly<Record<LookOutcome, string>> = {
  brought: 'New games or hours imported.',
  unchanged: 'Nothing new.',
  private: 'The games of this account are private. Set "Game details" to public in its Steam privacy settings.',
  not_found: 'Steam has no such account.',
  not_configured: 'Steam is not set up on this server.',
  failed: 'Steam did not respond. Nightshelf will try again.',
  too_many: 'You have reached the limit of imports. Delete one to continue.',
};

const rules: Readonly<Record<SyncRule, readonly [string, string]>> = {
  hours_only: ['Update hours only', 'Hours follow Steam until you enter your own.'],
  fill_empty: ['Fill empty fields', 'Steam fills fields that are empty in your vault.'],
  only_new: ['Keep them as they are', 'Only new games are imported.'],
};

export const syncTexts = {
  title: 'Sync with Steam',
  text: 'Nightshelf checks a public account every day and imports new games and hours. Your own edits stay, and games that you remove do not come back. You can undo each sync for 30 days.',
  account: 'Account to sync with',
  status: 'Status of new games',
  rule: 'Games already in your vault',
  rules,
  connect: 'Start syncing',
  connected: (account: string) => `Your vault syncs with ${account}.`,
  looking: 'Checking Steam…',
  lookedAt: (moment: string) => `Last check: ${moment}.`,
  nextLook: (moment: string) => `Next check: ${moment}.`,
  outcomes,
  toImport: 'See what was imported',
  look: 'Check now',
  end: 'Disconnect',
  endQuestion: 'Stop syncing with Steam?',
  endText: 'The account is disconnected. Your games and imports stay as they are.',
  failed: 'That did not work. Please try again.',
} as const;
