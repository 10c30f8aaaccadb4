import { ApiError } from '../../lib/api-errors.ts';
import { formatCount, formatOneDecimal, plural } from '../../lib/format.ts';

const hours = (value: number) => `${formatOneDecimal(value)} h`;

export const profileTexts = {
  failed: 'Failed to load profile',
  unreachable: 'Failed to load profile data',
  retry: 'Try again',
  kept: (time: string) => `You are offline. Showing your profile as of ${time}.`,
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
    privacy: 'Privacy',
    privacies: { public: 'Public', private: 'Private' },
    privacyHints: {
      public: 'Every signed-in user can see your whole vault.',
      private: 'Others see only the games that you share.',
    },
    privacyFailed: 'Failed to update privacy',
  },
  statistics: {
    title: 'Game Statistics',
    loading: 'Loading your statistics...',
    total: 'Total games',
    averageRating: 'Average rating',
    hours: 'Total hours',
    noRating: '–',
    empty: 'No games yet',
    emptyHint: 'Statistics appear with the first game in your vault.',
    browse: 'Browse Games',
    showTable: 'Show table',
    hideTable: 'Hide table',
  },
  charts: {
    games: 'Games',
    status: {
      title: 'By status',
      column: 'Status',
      unit: (count: number) => (count === 1 ? 'game' : 'games'),
      summary: (name: string, share: string) => `Most are ${name}: ${share} of the vault.`,
    },
    rating: {
      title: 'Ratings',
      column: 'Rating',
      none: 'No ratings yet. Rate a game in your vault, and it counts here.',
      summary: (rated: number, total: number, favourite: string) =>
        `${formatCount(rated)} of ${plural(total, 'game')} rated, most often ${favourite}.`,
      name: (rating: string) => `${rating} out of 10`,
    },
    platform: {
      title: 'Hours by platform',
      column: 'Platform',
      hours: 'Hours',
      none: 'No hours yet. Say how long you have played, and it counts here.',
      unknown: 'No platform',
      others: (count: number) => plural(count, 'other platform'),
      summary: (name: string, played: number, total: number) =>
        `${name} leads with ${hours(played)} of ${hours(total)}.`,
      amount: hours,
    },
    month: {
      title: 'Games added',
      column: 'Month',
      none: 'No games were added in the last twelve months.',
      summary: (added: number, busiest: string, most: number) =>
        `${plural(added, 'game')} in the last twelve months; the busiest was ${busiest} with ${formatCount(most)}.`,
    },
  },
};

/** Why the account could not be asked for. What the session knows of it is shown all the same. */
export const profileFault = (error: unknown): string =>
  error instanceof ApiError ? profileTexts.failed : profileTexts.unreachable;
