/** An application that can sign its users in at the provider. */
export interface Client {
  readonly id: string;
  readonly secret: string;
  readonly redirectUris: readonly string[];
  /** Redirect URIs allowed after signing out. */
  readonly postLogoutRedirectUris?: readonly string[];
}
