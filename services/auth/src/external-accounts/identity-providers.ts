import { type IdentityProvider, providerId } from '@nightshelf/contracts/accounts.ts';
import { notFound, unavailableOutside } from '@nightshelf/platform/errors/coded-error.ts';
import {
  allowInsecureRequests,
  buildEndSessionUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import { z } from 'zod';

/** In seconds, per response of a provider. */
const responseSeconds = 5;

/** The configured OpenID providers and their cached metadata. */
export class IdentityProviders {
  readonly #settings: ReadonlyMap<string, ProviderSettings>;
  readonly #origin: string;
  readonly #discovered = new Map<string, Promise<Configuration>>();

  /** @param publicOrigin where browsers reach the product; part of the redirect URIs */
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

  /** Returns the provider's display name, or its id when it is no longer configured. */
  describe(id: string): IdentityProvider {
    return { id, name: this.#settings.get(id)?.name ?? id };
  }

  /** @throws CodedError 404 */
  settingsOf(id: string): ProviderSettings {
    const settings = this.#settings.get(id);
    if (!settings) throw notFound('auth.identity_provider_not_found', 'Identity provider not found.');
    return settings;
  }

  /** Returns the provider's redirect URI. */
  callbackUrl(id: string): URL {
    return new URL(`/api/auth/identity-providers/${id}/callback`, this.#origin);
  }

  /** Where the provider redirects the browser after it ends its session. */
  get homeUrl(): string {
    return `${this.#origin}/`;
  }

  /**
   * Returns the provider's metadata, cached after the first success.
   * @throws CodedError 404 for an unknown provider, 503 when it does not respond as an OpenID provider
   */
  async connect(id: string): Promise<Configuration> {
    const settings = this.settingsOf(id);
    const discovered = this.#discovered.get(id) ?? discover(settings);
    this.#discovered.set(id, discovered);
    try {
      return await discovered;
    } catch (error) {
      if (this.#discovered.get(id) === discovered) this.#discovered.delete(id);
      const message = `${settings.name} cannot be reached right now. Please try again.`;
      throw unavailableOutside('auth.identity_provider_unavailable', message, error);
    }
  }

  /**
   * Returns the URL that ends the provider's session (OpenID Connect RP-Initiated Logout 1.0).
   * @param facts stored with the ended session
   * @returns undefined when the session did not begin at a provider, or the provider cannot end its own
   */
  async endSessionUrl({ provider, id_token: idToken }: Readonly<Record<string, string>>): Promise<string | undefined> {
    if (!provider || !idToken || !this.has(provider)) return undefined;
    // An unavailable provider must not prevent signing out.
    const configuration = await this.connect(provider).catch(() => null);
    if (!configuration?.serverMetadata().end_session_endpoint) return undefined;
    const url = { id_token_hint: idToken, post_logout_redirect_uri: this.homeUrl };
    return buildEndSessionUrl(configuration, url).href;
  }
}

function discover({ issuer, client_id: clientId, client_secret: secret }: ProviderSettings): Promise<Configuration> {
  const server = new URL(issuer);
  // OpenID Connect lets clients skip signatures of ID tokens received over TLS; this client checks them anyway.
  const execute = [enableNonRepudiationChecks];
  if (server.protocol === 'http:' && isLoopback(server)) execute.push(allowInsecureRequests);
  return discovery(server, clientId, undefined, bySecret(secret), { execute, timeout: responseSeconds });
}

/** Sends the secret in the body where the provider supports it, otherwise in the header. */
const bySecret = (secret: string): ClientAuth => {
  const [inBody, inHeader] = [ClientSecretPost(secret), ClientSecretBasic(secret)];
  return (server, ...rest) => {
    const isBodyTaken = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    return (isBodyTaken ? inBody : inHeader)(server, ...rest);
  };
};

/** Stored with the session, so that signing out can also end the provider's session. */
export const sessionFacts = (provider: string, idToken: string) => ({ provider, id_token: idToken });

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Returns whether the address is loopback, where plain HTTP is safe. */
export const isLoopback = (address: URL) => loopback.test(address.hostname);

const issuer = z.url('must be an address such as https://accounts.example.org').pipe(
  z.string().refine((given) => {
    const address = new URL(given);
    return address.protocol === 'https:' || (address.protocol === 'http:' && isLoopback(address));
  }, 'must begin with https:// (http:// is for this machine only)'),
);

const provider = z.strictObject({
  id: providerId,
  name: z.string().trim().min(1).max(40),
  issuer,
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  scopes: z
    .string()
    .refine((scopes) => scopes.split(' ').includes('openid'), 'must name the scope openid')
    .default('openid profile email'),
});

const providers = z.array(provider).superRefine((all, context) => {
  for (const [index, { id }] of all.entries()) {
    if (all.findIndex((other) => other.id === id) !== index) {
      context.addIssue({ code: 'custom', path: [index, 'id'], message: 'is the id of another provider too' });
    }
  }
});

export type ProviderSettings = z.output<typeof provider>;

/** A JSON list of providers; empty by default. */
export const providerList = z
  .string()
  .default('[]')
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'must be a JSON list of providers' });
      return z.NEVER;
    }
  })
  .pipe(providers);
