import { ApiError } from '../../lib/api-errors.ts';
import { formatCount, formatOneDecimal, plural } from '../../lib/format.ts';

export const profileTexts = {
  failed: 'Failed to load profile',
  unreachable: 'Failed to load profile data',
  retry: 'Try again',
  kept: (time: string) => `You’re offline. Showing your profile as of ${time}.`,
  showcase: {
    since: (date: string) => `Playing here since ${date}`,
    publicPage: 'Your public page',
  },
  settings: 'Settings',
  account: {
    title: 'Account Information',
    username: 'Username',
    email: 'Email',
    noEmail: 'Not given',
    name: 'Name',
    memberSince: 'Member since',
    status: 'Account status',
    active: 'Active',
    inactive: 'Inactive',
    followers: 'Followers',
    following: 'Following',
    signOut: 'Sign Out',
    deleteAccount: 'Delete Account',
  },
  deletion: {
    title: 'Delete your account?',
    text: 'Your vault, your ratings and the people you follow would be gone for good.',
    confirm: 'Delete Account',
    comingSoon: 'Account deletion is coming soon.',
  },
  preferences: {
    title: 'Preferences',
    theme: 'Theme',
    themes: { dark: 'Dark', light: 'Light' },
    singleKeys: 'Single-key shortcuts',
    singleKeysChoices: { on: 'On', off: 'Off' },
    singleKeysHint:
      'For example, / searches and ? lists all of them. Applies to this browser; Ctrl K and ⌘ K always work.',
    privacy: 'Privacy',
    privacies: { public: 'Public', private: 'Private' },
    privacyHints: {
      public: 'Every signed-in user can see your whole vault.',
      private: 'Others see only the games that you share.',
    },
    privacyFailed: 'Failed to update privacy',
    history: 'History',
    histories: { forever: 'Keep forever', year: 'Keep for one year', nothing: 'Do not keep' },
    historyHint: 'Records changes to your vault so you can restore earlier versions.',
    historyFailed: 'Couldn’t save your choice. Please try again.',
    historyQuestion: {
      title: 'Delete history?',
      texts: {
        year: 'Changes older than a year are deleted now and every day from now on. Your games don’t change.',
        nothing: 'Your whole history is deleted now, and new changes are no longer recorded. Your games don’t change.',
      },
      confirm: 'Delete',
    },
  },
  statistics: {
    title: 'Game Statistics',
    loading: 'Loading your statistics…',
    total: 'Total games',
    averageRating: 'Average rating',
    hours: 'Total hours',
    noRating: '–',
    finished: (games: number, playthroughs: number) =>
      games === 0
        ? 'No game finished yet.'
        : `${plural(games, 'game')} finished in ${plural(playthroughs, 'playthrough')}.`,
    journal: 'Open your journal',
    empty: 'No games yet',
    emptyHint: 'Statistics appear with the first game in your vault.',
    browse: 'Browse Games',
  },
  charts: {
    column: (name: string, games: number) => `${name}: ${plural(games, 'game')}`,
    status: 'By status',
    rating: {
      title: 'Ratings',
      none: 'No ratings yet. Rate a game in your vault to see it here.',
      summary: (rated: number, total: number) => `${formatCount(rated)} of ${plural(total, 'game')} rated.`,
      name: (rating: string) => `${rating} out of 10`,
    },
    platform: {
      title: 'Hours by platform',
      none: 'No hours yet. Enter hours for a game, and they count here.',
      unknown: 'No platform',
      amount: (hours: number) => `${formatOneDecimal(hours)} h`,
    },
    month: {
      title: 'Games added',
      none: 'No games were added in the last twelve months.',
      summary: (added: number) => `${plural(added, 'game')} in the last twelve months.`,
    },
  },
};

/** Returns why the account could not be loaded. The session's copy stays on screen. */
export const profileFault = (error: unknown): string =>
  error instanceof ApiError ? profileTexts.failed : profileTexts.unreachable;
