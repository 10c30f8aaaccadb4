import type { UsersState } from './slice.ts';

interface WithUsers {
  readonly users: UsersState;
}

export const selectUsers = (state: WithUsers) => state.users;
export const selectUserPage = (state: WithUsers) => state.users.page;
/** Returns whether a follow or unfollow of this user is in flight. */
export const selectIsAnswering = (state: WithUsers, id: string) => id in state.users.unanswered;
