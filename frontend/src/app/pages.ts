import { CircleUserRound, House, Library, type LucideIcon, Users } from 'lucide-react';
import { longestAnswer } from '../features/search/query.ts';
import type { Guard } from './guard.tsx';
import { appTexts } from './texts.ts';

export interface PageEntry {
  /** Path for the router. */
  readonly path: string;
  /** The file below features/ without its extension; it exports `page`. */
  readonly file: string;
  /** For signed-in users only; others are redirected to sign in. */
  readonly guard?: Guard;
  /** The page is useless to a user who reads stored data offline. */
  readonly needsNetwork?: boolean;
  /** Entry in the main navigation, in the order of this table. */
  readonly link?: { readonly label: string; readonly Icon: LucideIcon };
  /** The navigation entry that it belongs to, if its path does not show that. */
  readonly within?: 'home' | 'vault' | 'profile';
  /** The first calls of the page for all visitors; `:name` is a path parameter, `:q` the query. */
  readonly firstCalls?: readonly string[];
  /** Additional first calls for signed-in users. */
  readonly ownCalls?: readonly string[];
}

const vault = '/api/games/library';
const lists = '/api/games/lists';
const search = `/api/games/search?q=:q&limit=${longestAnswer}`;

/**
 * All pages: used by the router, the navigation, the preloading and the script in index.html. See Add a page in
 * frontend/README.md.
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
