/** Id of the user that this page acts for; requests that reach another user are refused or their responses discarded. */
let actingUser: string | null = null;

export const actAs = (userId: string | null): void => {
  actingUser = userId;
};

export const whoActs = (): string | null => actingUser;
