import { ApiError, messageOf } from '../../lib/api-errors.ts';

export const homeTexts = {
  documentTitle: 'Home',
  title: 'Welcome to Your Game Library',
  tagline: 'Discover, organize, and track your gaming journey.',
  kept: (time: string) => `You’re offline. Showing your games as of ${time}.`,
  next: {
    titles: { playing: 'Continue playing', wanted: 'Up next', newest: 'From your shelf', empty: 'Recent Games' },
    start: 'Start playing',
    tonight: 'What tonight?',
  },
  wanted: { title: 'Wanted', all: 'All wanted' },
  recent: {
    title: 'Recent Games',
    invitation: 'Your latest games show up here.',
    empty: 'Your vault is empty. Search for a game to put the first one on the shelf.',
    action: 'Browse games',
    all: 'Open vault',
  },
  statistics: {
    title: 'Statistics',
    invitation: 'See your finished games, current games and hours played.',
    games: 'Games',
    completed: 'Completed',
    averageRating: 'Average rating',
    hours: 'Hours played',
    none: '–',
    unknown: 'Your figures appear here once your library has loaded.',
    more: 'All statistics',
  },
  community: {
    title: 'Community',
    invitation: 'Follow other players and browse their shared games.',
    followers: 'Followers',
    following: 'Following',
    action: 'Find users',
  },
  join: 'Sign up free',
  reviews: {
    title: 'Daily Gaming Reviews',
    empty: 'No gaming reviews available today',
    emptyHint: 'Check back tomorrow for fresh content!',
    failed: 'Failed to load videos',
    unreachable: 'Failed to load daily reviews',
    loading: 'Loading daily reviews…',
    play: (title: string) => `Play ${title}`,
    watch: 'Watch on YouTube',
    sample: 'Sample',
    /** `{name}` is the place of a link. */
    source: 'Videos from {youtube}. By watching, you agree to the {terms}. {privacy}',
    sourceLinks: {
      youtube: { label: 'YouTube', address: 'https://www.youtube.com' },
      terms: { label: 'YouTube Terms of Service', address: 'https://www.youtube.com/t/terms' },
      privacy: { label: 'Google Privacy Policy', address: 'https://policies.google.com/privacy' },
    },
  },
};

/** Returns why there are no reviews. */
export const reviewsFault = (error: unknown): string =>
  messageOf(error, error instanceof ApiError ? homeTexts.reviews.failed : homeTexts.reviews.unreachable);
