const failed = 'Sign-in with the provider failed. Please try again.';

const refusals: ReadonlyMap<string, string> = new Map([
  ['cancelled', 'Sign-in was canceled.'],
  ['expired', 'That sign-in took too long or was already used. Please try again.'],
  ['failed', failed],
  ['unavailable', 'Couldn’t reach the provider. Please try again.'],
  ['already_linked', 'That account is already linked to another user.'],
  ['inactive', 'This account is not active.'],
]);

/** Returns the error text for a failed provider sign-in; `code` is the value of `refused` in the URL. */
export const refusalText = (code: string): string => refusals.get(code) ?? failed;
