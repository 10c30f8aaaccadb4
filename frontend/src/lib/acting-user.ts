/** By id, whom this page takes to be signed in: it changes and reads what is theirs or nothing at all. */
let actingUser: string | null = null;

export const actAs = (userId: string | null): void => {
  actingUser = userId;
};

export const whoActs = (): string | null => actingUser;
