import { formatCount } from '../../lib/format.ts';

export interface LinkText {
  readonly label: string;
  readonly address: string;
}

interface LegalText {
  readonly title: string;
  readonly lead: string;
  /** A section may end with a link, whose label follows the text. */
  readonly sections: ReadonlyArray<{ readonly heading: string; readonly text: string; readonly link?: LinkText }>;
}

export const termsText: LegalText = {
  title: 'Terms of Service',
  lead: 'These terms apply to everyone who creates an account on this Nightshelf site. In force since 2025.',
  sections: [
    {
      heading: 'Your account',
      text: 'You choose a username and a password and keep the password to yourself. You are responsible for activity on your account. Use one account per person; automated registration is not allowed.',
    },
    {
      heading: 'Your library',
      text: 'Content you add to your vault, such as statuses, ratings, hours and platforms, remains yours. You allow this site to store it and to show it to others according to your privacy setting and your shared games.',
    },
    {
      heading: 'Fair use',
      text: 'Do not access other people’s data, disrupt the service or harass other users. Accounts that do so may be closed.',
    },
    {
      heading: 'Game data and videos',
      text: 'Names, covers and descriptions of games come from third-party game-data services, videos from YouTube. They belong to their owners. By using the videos on this site, you agree to the',
      link: { label: 'YouTube Terms of Service', address: 'https://www.youtube.com/t/terms' },
    },
    {
      heading: 'No warranty',
      text: 'The service is free and free of advertising. It is offered as it is: it may change, pause or end, and third-party data may be wrong or missing.',
    },
  ],
};

export const privacyText: LegalText = {
  title: 'Privacy Policy',
  lead: 'What this Nightshelf site stores about you, why, and who gets to see it. In force since 2025.',
  sections: [
    {
      heading: 'What is stored',
      text: 'Your username, email address, names if you give them, a one-way hash of your password, the games in your vault with your entries, and the users you follow. Also when, from which device and from which network address you signed in or changed your account, for up to 180 days, so that you can see whether it was you.',
    },
    {
      heading: 'Cookies',
      text: 'Only for authentication and session: one keeps you signed in, another lasts for the minutes in which you sign in with a provider. There are no advertising or tracking cookies. Your choice of theme, and a copy of your vault for when there is no network, are kept in your own browser; the copy until you sign out.',
    },
    {
      heading: 'Who sees what',
      text: 'With a public profile, signed-in users see your username, name and whole library. With a private profile, they see only the games you share and statistics about those games. Your email address is never shown to other users. When three people match an imported name to the same game, other users see the match, never who made it.',
    },
    {
      heading: 'Third parties',
      text: 'Game data is fetched by our servers, not by your browser. Covers are loaded from the game-data services, thumbnails from YouTube. A video is loaded from youtube-nocookie.com only when you open it. This site uses YouTube API Services to find videos. How Google handles your data is described in the',
      link: { label: 'Google Privacy Policy', address: 'https://policies.google.com/privacy' },
    },
    {
      heading: 'No selling, no ads',
      text: 'Your data is not sold, not given away and not used for advertising.',
    },
  ],
};

const longDate = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeZone: 'UTC' });

function dateOf(version: string): string {
  const time = Date.parse(version);
  return Number.isNaN(time) ? version : longDate.format(time);
}

export const creditTexts = {
  heading: 'Credits',
  lead: 'Nightshelf shows games and videos from these sources:',
  sources: [
    { label: 'IGDB', address: 'https://www.igdb.com', gives: 'game data and covers' },
    { label: 'Giant Bomb', address: 'https://www.giantbomb.com', gives: 'game data and covers' },
    { label: 'Wikidata', address: 'https://www.wikidata.org', gives: 'game data (CC0)' },
    { label: 'MAME software lists', address: 'https://www.mamedev.org', gives: 'game data (CC0)' },
    { label: 'YouTube', address: 'https://www.youtube.com', gives: 'videos' },
  ],
  catalogue: ({ version, games }: { readonly version: string; readonly games: number }) =>
    `Offline catalog of ${dateOf(version)}: ${formatCount(games)} ${games === 1 ? 'game' : 'games'}.`,
  noCatalogue: 'This site has no offline catalog.',
  providers: (names: readonly string[]) => `This site looks up games at ${names.join(', ')}.`,
  notAnswering: (name: string) => `${name} (not answering)`,
  noProviders: 'This site looks up games in its own catalog only.',
};
