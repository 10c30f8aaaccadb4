import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import type * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import type { PublicUser } from '@nightshelf/contracts/users.ts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { signedIn, signedOut } from '../../entities/session/slice.ts';
import { sessionExpired } from '../../lib/request.ts';
import { asEntries, type Content } from './content.ts';

/** The search in the navigation state, which Back restores. */
export interface FoundUsers {
  readonly query: string;
  readonly users: readonly PublicUser[];
  readonly searched: boolean;
}

/** The viewer's relation to a user, from a follow or unfollow response. */
export type Relation = Pick<PublicUser, 'is_following' | 'follower_count'>;

export interface UserPage {
  readonly id: string | null;
  /** Known before the page has loaded when the viewer comes from the list. */
  readonly user: PublicUser | null;
  /** Null until loaded. */
  readonly content: Content | null;
  readonly error: string | null;
}

export interface UsersState {
  readonly found: FoundUsers;
  readonly searching: boolean;
  readonly searchError: string | null;
  readonly page: UserPage;
  /** Users with a follow or unfollow in flight, and the relation to restore on refusal. */
  readonly unanswered: Readonly<Record<string, Relation>>;
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
function withUser(state: UsersState, id: string, change: Partial<PublicUser>): UsersState {
  const { found, page } = state;
  const changed = (user: PublicUser) => (user.id === id ? { ...user, ...change } : user);
  const listed = found.users.some((user) => user.id === id);
  return {
    ...state,
    found: listed ? { ...found, users: found.users.map(changed) } : found,
    page: page.user ? { ...page, user: changed(page.user) } : page,
  };
}

/** Updates the users of a stored search with newer data, such as a follow since. */
function withNewer(kept: FoundUsers, { found, page }: UsersState): FoundUsers {
  const newer = new Map([...found.users, ...(page.user ? [page.user] : [])].map((user) => [user.id, user]));
  return { ...kept, users: kept.users.map((user) => newer.get(user.id) ?? user) };
}

function answered(state: UsersState, id: string, relation: Relation | undefined): UsersState {
  const { [id]: _, ...unanswered } = state.unanswered;
  return { ...(relation ? withUser(state, id, relation) : state), unanswered };
}

export const usersSlice = createSlice({
  name: 'users',
  initialState,
  reducers: {
    /** Opens the list with the stored search, or empty for null. */
    listOpened: (state, { payload }: PayloadAction<FoundUsers | null>): UsersState => ({
      ...state,
      found: payload ? withNewer(payload, state) : nothingFound,
      searching: false,
      searchError: null,
    }),
    /** Closes the list; a running search is aborted. */
    listClosed: (state): UsersState => ({ ...state, searching: false }),
    searchRequested: (state, _action: PayloadAction<string>): UsersState => ({
      ...state,
      searching: true,
      searchError: null,
    }),
    searchSucceeded: (state, { payload }: PayloadAction<FoundUsers>): UsersState => ({
      ...state,
      found: payload,
      searching: false,
    }),
    searchFailed: (state, { payload }: PayloadAction<string>): UsersState => ({
      ...state,
      searching: false,
      searchError: payload,
    }),
    /** The user typed on after an error. */
    messageRead: (state): UsersState => ({ ...state, searchError: null }),
    /** Updates the listed users without adding, removing or moving any. */
    listRefreshed: (state, { payload }: PayloadAction<readonly PublicUser[]>): UsersState =>
      payload
        .filter(({ id }) => !(id in state.unanswered))
        .reduce<UsersState>((refreshed, user) => withUser(refreshed, user.id, user), state),
    /** Keeps the content if this page was the last one shown, such as on the way back from a game. */
    pageOpened: (state, { payload: id }: PayloadAction<string>): UsersState => ({
      ...state,
      page: {
        id,
        user: [state.page.user, ...state.found.users].find((user) => user?.id === id) ?? null,
        content: state.page.id === id ? state.page.content : null,
        error: null,
      },
    }),
    pageClosed: () => {},
    pageLoaded: (state, { payload }: PayloadAction<CallAnswer<typeof socialCalls.getUser>>): UsersState => ({
      ...withUser(state, payload.user.id, payload.user),
      page: {
        id: payload.user.id,
        user: payload.user,
        content: { library: asEntries(payload.library), stats: payload.stats, favourites: payload.favourites ?? [] },
        error: null,
      },
    }),
    pageFailed: (state, { payload }: PayloadAction<string>): UsersState => ({
      ...state,
      page: { ...state.page, error: payload },
    }),
    /** Follows or unfollows the user; optimistic. */
    followToggled: (state, { payload: user }: PayloadAction<PublicUser>): UsersState => {
      const { id, is_following, follower_count } = user;
      const next = {
        is_following: !is_following,
        follower_count: Math.max(0, follower_count + (is_following ? -1 : 1)),
      };
      return {
        ...withUser(state, id, next),
        unanswered: { ...state.unanswered, [id]: { is_following, follower_count } },
      };
    },
    followAnswered: (state, { payload: { id, ...relation } }: PayloadAction<Relation & { readonly id: string }>) =>
      answered(state, id, relation),
    followFailed: (state, { payload: id }: PayloadAction<string>) => answered(state, id, state.unanswered[id]),
  },
  extraReducers: (builder) => {
    builder
      .addCase(signedIn, () => initialState)
      .addCase(signedOut, () => initialState)
      .addCase(sessionExpired, () => initialState);
  },
});

export const usersActions = usersSlice.actions;
