import type { UsersState } from './slice.ts';

interface WithUsers {
  readonly users: UsersState;
}

export const selectUsers = (state: WithUsers) => state.users;
export const selectUserPage = (state: WithUsers) => state.users.page;
/** Whether a Follow or Unfollow of this user is on its way. */
export const selectIsAnswering = (state: WithUsers, id: string) => id in state.users.unanswered;
