import { CircleUserRound, House, Library, type LucideIcon, Users } from 'lucide-react';
import { longestAnswer } from '../features/search/query.ts';
import type { Guard } from './guard.tsx';
import { appTexts } from './texts.ts';

export interface PageEntry {
  /** Its address, as the router reads it. */
  readonly path: string;
  /** Its file below features/, without the ending; it exports `page`. */
  readonly file: string;
  /** It is for signed-in users; whoever else comes is sent to sign in. */
  readonly guard?: Guard;
  /** It is of no use to whoever reads what was kept without a network. */
  readonly needsNetwork?: boolean;
  /** Its place in the main navigation, which has the order of this table. */
  readonly link?: { readonly label: string; readonly Icon: LucideIcon };
  /** The page of the main navigation that it belongs to, where its address does not say so. */
  readonly within?: 'home' | 'vault' | 'profile';
  /** The calls that it makes first, whoever looks at it: `:name` stands for that part of its address, `:q` for its query. */
  readonly firstCalls?: readonly string[];
  /** Those that it makes for whoever is signed in. */
  readonly ownCalls?: readonly string[];
}

const vault = '/api/games/library';
const lists = '/api/games/lists';
const search = `/api/games/search?q=:q&limit=${longestAnswer}`;

/**
 * Every page: the router, the navigation, what is fetched ahead and the script in index.html go by this table. A new page
 * is its folder and a line here.
 */
const table = {
  home: {
    path: '/',
    file: 'home/home-page',
    link: { label: appTexts.home, Icon: House },
    firstCalls: ['/api/youtube/daily-reviews'],
    ownCalls: [vault],
  },
  login: { path: '/login', file: 'auth/login-page', needsNetwork: true },
  register: { path: '/register', file: 'auth/register-page', needsNetwork: true },
  chooseUsername: { path: '/choose-username', file: 'choose-username/choose-username-page' },
  forgotPassword: { path: '/forgot-password', file: 'recovery/forgot-password-page', needsNetwork: true },
  resetPassword: { path: '/reset-password', file: 'recovery/reset-password-page' },
  verifyEmail: { path: '/verify-email', file: 'recovery/verify-email-page', guard: {} },
  undoEmailChange: { path: '/undo-email-change', file: 'recovery/undo-email-change-page' },
  terms: { path: '/terms', file: 'legal/legal-page' },
  privacy: { path: '/privacy', file: 'legal/legal-page' },
  search: { path: '/search', file: 'search/search-page', firstCalls: [search], ownCalls: [vault] },
  game: { path: '/game/:guid', file: 'game/game-page', firstCalls: ['/api/games/:guid'], ownCalls: [vault] },
  vault: {
    path: '/library',
    file: 'vault/vault-page',
    guard: { staysWhenSessionEnds: true, opensOffline: true },
    link: { label: appTexts.vault, Icon: Library },
    ownCalls: [vault],
  },
  history: { path: '/library/history', file: 'history/history-page', guard: {} },
  lists: {
    path: '/lists',
    file: 'lists/lists-page',
    guard: { opensOffline: true },
    within: 'vault',
    ownCalls: [lists],
  },
  list: {
    path: '/lists/:listId',
    file: 'lists/list-page',
    guard: { opensOffline: true },
    within: 'vault',
    ownCalls: [`${lists}/:listId`],
  },
  import: { path: '/import', file: 'imports/import-page', guard: {}, within: 'vault' },
  users: { path: '/users', file: 'users/users-page', guard: {}, link: { label: appTexts.users, Icon: Users } },
  user: { path: '/users/:userId', file: 'users/user-page', guard: {} },
  profile: {
    path: '/profile',
    file: 'profile/profile-page',
    guard: { opensOffline: true },
    link: { label: appTexts.profile, Icon: CircleUserRound },
    ownCalls: ['/api/auth/profile', vault],
  },
  journal: { path: '/journal', file: 'journal/journal-page', guard: { opensOffline: true }, within: 'profile' },
  security: { path: '/profile/security', file: 'security/security-page', guard: {} },
  notifications: { path: '/notifications', file: 'notifications/notifications-page', guard: {} },
  tonight: {
    path: '/tonight',
    file: 'tonight/tonight-page',
    guard: { opensOffline: true },
    within: 'home',
    ownCalls: [vault],
  },
  notFound: { path: '*', file: 'not-found/not-found-page' },
} satisfies Record<string, PageEntry>;

export type PageName = keyof typeof table;

export const pages: Readonly<Record<PageName, PageEntry>> = table;
export const pageNames = Object.keys(table) as readonly PageName[];
