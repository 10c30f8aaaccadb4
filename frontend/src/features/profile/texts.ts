import { ApiError } from '../../lib/api-errors.ts';
import { formatCount, formatOneDecimal, plural } from '../../lib/format.ts';

const hours = (value: number) => `${formatOneDecimal(value)} h`;

/** Ties with more members are shown as a count. */
const mostNamed = 3;

/** Returns `5`, `5 or 7` or `2, 5 or 7`. */
function listOf(names: readonly string[], word: 'and' | 'or'): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} ${word} ${last}`;
}

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
    historyFailed: 'Your choice could not be saved. Please try again.',
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
    loading: 'Loading your statistics...',
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
    status: {
      title: 'By status',
      /** @param names the tied ratings with the most games */
      summary: (names: readonly string[], share: string) => {
        if (names.length === 1) return `Most are ${names[0]}: ${share} of the vault.`;
        if (names.length > mostNamed) return `No status stands out: ${names.length} are level with ${share} each.`;
        return `${listOf(names, 'and')} are level: ${share} of the vault each.`;
      },
    },
    rating: {
      title: 'Ratings',
      none: 'No ratings yet. Rate a game in your vault to see it here.',
      summary: (rated: number, total: number, favourites: readonly string[]) => {
        const most = favourites.length > mostNamed ? '' : `, most often ${listOf(favourites, 'or')}`;
        return `${formatCount(rated)} of ${plural(total, 'game')} rated${most}.`;
      },
      name: (rating: string) => `${rating} out of 10`,
    },
    platform: {
      title: 'Hours by platform',
      none: 'No hours yet. Enter hours for a game, and they count here.',
      unknown: 'No platform',
      summary: (names: readonly string[], played: number, total: number) => {
        if (names.length === 1) return `${names[0]} leads with ${hours(played)} of ${hours(total)}.`;
        const level = names.length > mostNamed ? plural(names.length, 'platform') : listOf(names, 'and');
        return `${level} are level with ${hours(played)} each of ${hours(total)}.`;
      },
      /** Hours of games without a platform. */
      withoutPlatform: (played: number) => `${hours(played)} are on no platform.`,
      allWithoutPlatform: (played: number) => `None of the ${hours(played)} are on a platform.`,
      amount: hours,
    },
    month: {
      title: 'Games added',
      none: 'No games were added in the last twelve months.',
      summary: (added: number, busiest: readonly string[], most: number) => {
        const games = `${plural(added, 'game')} in the last twelve months`;
        if (busiest.length === 1) return `${games}; the busiest was ${busiest[0]} with ${formatCount(most)}.`;
        if (busiest.length > mostNamed) return `${games}, at most ${formatCount(most)} in a month.`;
        return `${games}; the busiest were ${listOf(busiest, 'and')} with ${formatCount(most)} each.`;
      },
    },
  },
};

/** Returns why the account could not be loaded. The session's copy stays on screen. */
export const profileFault = (error: unknown): string =>
  error instanceof ApiError ? profileTexts.failed : profileTexts.unreachable;
