import type { IdentityProvider } from '@nightshelf/contracts/accounts.ts';
import { notFound, unavailableOutside } from '@nightshelf/platform/errors/coded-error.ts';
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import { isLoopback, type ProviderSettings } from './provider-settings.ts';

/** Longest that a provider may take for one response, in seconds. */
const responseSeconds = 5;

/** The OpenID providers of the settings, and the metadata of those that were asked for it. */
export class IdentityProviders {
  readonly #settings: ReadonlyMap<string, ProviderSettings>;
  readonly #origin: string;
  readonly #discovered = new Map<string, Promise<Configuration>>();

  /** @param publicOrigin where browsers reach the product; providers send them back there */
  constructor(settings: readonly ProviderSettings[], publicOrigin: string) {
    this.#settings = new Map(settings.map((provider) => [provider.id, provider]));
    this.#origin = new URL(publicOrigin).origin;
  }

  list(): IdentityProvider[] {
    return [...this.#settings.values()].map(({ id, name }) => ({ id, name }));
  }

  has(id: string): boolean {
    return this.#settings.has(id);
  }

  /** The name that users know; the id of a provider that was removed from the settings. */
  describe(id: string): IdentityProvider {
    return { id, name: this.#settings.get(id)?.name ?? id };
  }

  /** @throws CodedError 404 */
  settingsOf(id: string): ProviderSettings {
    const settings = this.#settings.get(id);
    if (!settings) throw notFound('auth.identity_provider_not_found', 'There is no such identity provider.');
    return settings;
  }

  /** Where the provider sends the browser back to. */
  callbackUrl(id: string): URL {
    return new URL(`/api/auth/identity-providers/${id}/callback`, this.#origin);
  }

  /** Where the provider sends the browser after it has ended its own session. */
  get homeUrl(): string {
    return `${this.#origin}/`;
  }

  /**
   * The provider's metadata: fetched at the first use and kept; a failed fetch is repeated at the next use.
   * @throws CodedError 404; 503 when the provider does not respond, or not as an OpenID provider
   */
  async connect(id: string): Promise<Configuration> {
    const settings = this.settingsOf(id);
    const discovered = this.#discovered.get(id) ?? discover(settings);
    this.#discovered.set(id, discovered);
    try {
      return await discovered;
    } catch (error) {
      if (this.#discovered.get(id) === discovered) this.#discovered.delete(id);
      throw unreachable(settings.name, error);
    }
  }
}

export const unreachable = (name: string, cause?: unknown) =>
  unavailableOutside(
    'auth.identity_provider_unavailable',
    `${name} cannot be reached right now. Please try again.`,
    cause,
  );

function discover({ issuer, client_id: clientId, client_secret: secret }: ProviderSettings): Promise<Configuration> {
  const server = new URL(issuer);
  // OpenID Connect allows leaving signatures unchecked, since ID tokens come over TLS; they are checked all the same.
  const execute = [enableNonRepudiationChecks];
  if (server.protocol === 'http:' && isLoopback(server)) execute.push(allowInsecureRequests);
  return discovery(server, clientId, undefined, bySecret(secret), { execute, timeout: responseSeconds });
}

/** The secret goes in the body where the provider says that it takes it there, else in the header, the default. */
const bySecret = (secret: string): ClientAuth => {
  const [inBody, inHeader] = [ClientSecretPost(secret), ClientSecretBasic(secret)];
  return (server, ...rest) => {
    const isBodyTaken = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    return (isBodyTaken ? inBody : inHeader)(server, ...rest);
  };
};
