/** By id, whom this page takes to be signed in: what it changes is done for them or not at all. */
let actingUser: string | null = null;

export const actAs = (userId: string | null): void => {
  actingUser = userId;
};

export const whoActs = (): string | null => actingUser;
