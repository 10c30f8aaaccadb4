import type { LookOutcome, SyncRule } from '@nightshelf/contracts';

const outcomes: Readonly<Record<LookOutcome, string>> = {
  brought: 'Something was new, and was brought.',
  unchanged: 'Nothing was new.',
  private: 'Steam shows nobody the games of this account. Set "Game details" to public in its privacy settings.',
  not_found: 'Steam knows no such account.',
  not_configured: 'Whoever runs this server has not set up Steam.',
  failed: 'Steam could not be asked. It is tried again.',
  too_many: 'There are as many of these imports as are kept. Forget one, and it goes on.',
};

const rules: Readonly<Record<SyncRule, readonly [string, string]>> = {
  hours_only: ['Hours only', 'Their hours follow Steam, until you write your own.'],
  fill_empty: ['Fill what is empty', 'What you have not said of a game yet is taken from Steam.'],
  only_new: ['Only new games', 'They stay as they are.'],
};

export const syncTexts = {
  title: 'Keep up with Steam',
  text: 'A public account is looked at every day, and what is new comes into your vault: games, and the hours you played. What you wrote yourself stays, and what you remove does not come again. Each time is one of your imports, and can be undone for 30 days.',
  account: 'Account to keep up with',
  status: 'Status of new games',
  rule: 'Games you have already',
  rules,
  connect: 'Keep up with it',
  connected: (account: string) => `Your vault keeps up with ${account}.`,
  looking: 'Looking at Steam…',
  lookedAt: (moment: string) => `Last look: ${moment}.`,
  nextLook: (moment: string) => `Next look: ${moment}.`,
  outcomes,
  toImport: 'See what was brought',
  look: 'Look now',
  end: 'Disconnect',
  endQuestion: 'Keep up with Steam no longer?',
  endText: 'The account is forgotten. Your games and imports stay as they are.',
  failed: 'That could not be done. Please try again.',
} as const;
