import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import type * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import type { PublicUser } from '@nightshelf/contracts/users.ts';
import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { signedIn, signedOut } from '../../entities/session/slice.ts';
import { sessionExpired } from '../../lib/request.ts';
import { asEntries, type Content } from './content.ts';

/** The search in the navigation state, which Back restores. */
export interface FoundUsers {
  query: string;
  users: PublicUser[];
  searched: boolean;
}

/** The viewer's relation to a user, from a follow or unfollow response. */
type Relation = Pick<PublicUser, 'is_following' | 'follower_count'>;

interface UserPage {
  id: string | null;
  /** Known before the page has loaded when the viewer comes from the list. */
  user: PublicUser | null;
  /** Null until loaded. */
  content: Content | null;
  error: string | null;
}

export interface UsersState {
  found: FoundUsers;
  searching: boolean;
  searchError: string | null;
  page: UserPage;
  /** Users with a follow or unfollow in flight, and the relation to restore on refusal. */
  unanswered: Record<string, Relation>;
}

const nothingFound: FoundUsers = { query: '', users: [], searched: false };
const initialState: UsersState = {
  found: nothingFound,
  searching: false,
  searchError: null,
  page: { id: null, user: null, content: null, error: null },
  unanswered: {},
};

/** Updates a user wherever it is shown. */
function updateUser({ found, page }: UsersState, id: string, change: Partial<PublicUser>): void {
  for (const user of [...found.users, page.user]) if (user?.id === id) Object.assign(user, change);
}

function settle(state: UsersState, id: string, relation: Relation | undefined): void {
  if (relation) updateUser(state, id, relation);
  delete state.unanswered[id];
}

export const usersSlice = createSlice({
  name: 'users',
  initialState,
  reducers: {
    /** Opens the list with the stored search, or empty for null. */
    listOpened: (state, { payload }: PayloadAction<FoundUsers | null>) => {
      const { found, page } = state;
      // The users may have changed since, such as by a follow.
      const newer = new Map([...found.users, ...(page.user ? [page.user] : [])].map((user) => [user.id, user]));
      const users = payload?.users.map((user) => newer.get(user.id) ?? user) ?? [];
      Object.assign(state, { found: { ...nothingFound, ...payload, users }, searching: false, searchError: null });
    },
    /** Closes the list; a running search is aborted. */
    listClosed: (state) => {
      state.searching = false;
    },
    searchRequested: (state, _action: PayloadAction<string>) => {
      Object.assign(state, { searching: true, searchError: null });
    },
    searchSucceeded: (state, { payload }: PayloadAction<FoundUsers>) => {
      Object.assign(state, { found: payload, searching: false });
    },
    searchFailed: (state, { payload }: PayloadAction<string>) => {
      Object.assign(state, { searching: false, searchError: payload });
    },
    /** The user typed on after an error. */
    messageRead: (state) => {
      state.searchError = null;
    },
    /** Updates the listed users without adding, removing or moving any. */
    listRefreshed: (state, { payload }: PayloadAction<readonly PublicUser[]>) => {
      for (const user of payload) if (!(user.id in state.unanswered)) updateUser(state, user.id, user);
    },
    /** Keeps the content if this page was the last one shown, such as on the way back from a game. */
    pageOpened: (state, { payload: id }: PayloadAction<string>) => {
      const { found, page } = state;
      const user = [page.user, ...found.users].find((one) => one?.id === id) ?? null;
      state.page = { id, user, content: page.id === id ? page.content : null, error: null };
    },
    pageClosed: () => {},
    pageLoaded: (state, { payload }: PayloadAction<CallAnswer<typeof socialCalls.getUser>>) => {
      const { user, library, stats, favourites = [] } = payload;
      updateUser(state, user.id, user);
      state.page = { id: user.id, user, content: { library: asEntries(library), stats, favourites }, error: null };
    },
    pageFailed: (state, { payload }: PayloadAction<string>) => {
      state.page.error = payload;
    },
    /** Follows or unfollows the user; optimistic. */
    followToggled: (state, { payload }: PayloadAction<PublicUser>) => {
      const { id, is_following, follower_count } = payload;
      const count = Math.max(0, follower_count + (is_following ? -1 : 1));
      updateUser(state, id, { is_following: !is_following, follower_count: count });
      state.unanswered[id] = { is_following, follower_count };
    },
    followAnswered: (state, { payload: { id, ...relation } }: PayloadAction<Relation & { readonly id: string }>) =>
      settle(state, id, relation),
    followFailed: (state, { payload: id }: PayloadAction<string>) => settle(state, id, state.unanswered[id]),
  },
  extraReducers: (builder) => {
    builder.addMatcher(isAnyOf(signedIn, signedOut, sessionExpired), () => initialState);
  },
});

export const usersActions = usersSlice.actions;

interface WithUsers {
  readonly users: UsersState;
}

export const selectUsers = (state: WithUsers) => state.users;
export const selectUserPage = (state: WithUsers) => state.users.page;
/** Returns whether a follow or unfollow of this user is in flight. */
export const selectIsAnswering = (state: WithUsers, id: string) => id in state.users.unanswered;
