/** An application that may sign its users in at the provider. */
export interface Client {
  readonly id: string;
  readonly secret: string;
  readonly redirectUris: readonly string[];
  /** Where the browser may go after signing out. */
  readonly postLogoutRedirectUris?: readonly string[];
}
