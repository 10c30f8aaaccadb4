import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Configuration, JWK } from 'oidc-provider';
import Provider from 'oidc-provider';
import { type Faults, spoil } from './faults.ts';
import { interactions } from './interactions.ts';
import { errorPage, signedOutPage, signOutPage } from './pages.ts';
import { claimsOf, demoPeople, type Person } from './people.ts';
import { newSigningKey, type SigningKey } from './signing-key.ts';

/** An application that can sign its users in at the provider. */
interface Client {
  readonly id: string;
  readonly secret: string;
  readonly redirectUris: readonly string[];
  /** Redirect URIs allowed after signing out. */
  readonly postLogoutRedirectUris?: readonly string[];
}

interface Parts {
  readonly clients: readonly Client[];
  readonly people: readonly Person[];
  readonly signingKey: SigningKey;
  readonly cookieKey: Buffer;
}

const minutes = (count: number) => count * 60;

/**
 * Configures a provider that requires PKCE, reports whether addresses are verified, and supports sign-out by its
 * clients.
 */
function configurationOf({ clients, people, signingKey, cookieKey }: Parts): Configuration {
  return {
    clients: clients.map(({ id, secret, redirectUris, postLogoutRedirectUris = [] }) => ({
      client_id: id,
      client_secret: secret,
      redirect_uris: [...redirectUris],
      post_logout_redirect_uris: [...postLogoutRedirectUris],
    })),
    jwks: { keys: [signingKey.jwk as unknown as JWK] },
    cookies: { keys: [cookieKey], names: { session: 'idp_session', interaction: 'idp_asked', resume: 'idp_resume' } },
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username'],
      email: ['email', 'email_verified'],
    },
    scopes: ['openid', 'profile', 'email'],
    pkce: { required: () => true },
    responseTypes: ['code'],
    ttl: {
      AccessToken: minutes(5),
      AuthorizationCode: minutes(1),
      IdToken: minutes(60),
      Interaction: minutes(10),
      Session: minutes(60 * 8),
      Grant: minutes(60 * 8),
    },
    findAccount: (_, id) => {
      const found = people.find((person) => person.id === id);
      return found && { accountId: id, claims: () => claimsOf(found) };
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    // Grants consent automatically: the fake users have nothing to protect.
    loadExistingGrant: async ({ oidc }) => {
      const { provider, client, session } = oidc;
      const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          context.body = signOutPage(form);
        },
        postLogoutSuccessSource: (context) => {
          context.body = signedOutPage();
        },
      },
    },
    renderError: (context, { error, error_description: description }) => {
      context.type = 'html';
      context.body = errorPage(error, description);
    },
  };
}

export type { Faults, TokenFault } from './faults.ts';
export { tokenFaults } from './faults.ts';
export { demoPeople, type Person } from './people.ts';

export interface IdentityProviderOptions {
  readonly host?: string;
  /** 0 picks a free port. */
  readonly port?: number;
  /** Address for both browsers and applications; defaults to the listening address. */
  readonly issuer?: string;
  readonly clients: readonly Client[];
  readonly people?: readonly Person[];
  readonly faults?: Faults;
}

export interface IdentityProvider {
  readonly issuer: string;
  /** Current faults; changes apply immediately. */
  readonly faults: Faults;
  close(): Promise<void>;
}

/**
 * Starts an OpenID provider whose users sign in with a button; rejects when the port is taken. Keeps its state in
 * memory.
 */
export async function startIdentityProvider(options: IdentityProviderOptions): Promise<IdentityProvider> {
  const { host = '127.0.0.1', port = 0, clients, people = demoPeople, faults = {} } = options;
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  const issuer = options.issuer ?? `http://${host}:${taken}`;
  const signingKey = newSigningKey();
  const provider = new Provider(issuer, configurationOf({ clients, people, signingKey, cookieKey: randomBytes(32) }));
  // An https issuer means that a proxy terminates TLS.
  provider.proxy = issuer.startsWith('https:');

  provider.use(async (context, next) => {
    await next();
    const body = context.body as { id_token?: string } | undefined;
    if (context.path !== '/token' || !body?.id_token || !faults.idToken) return;
    context.body = { ...body, id_token: spoil(body.id_token, faults.idToken, signingKey) };
  });
  provider.use(interactions(provider, people));

  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (faults.down) request.socket.destroy();
    else if (!faults.silent) void answer(request, response);
  });
  return {
    issuer,
    faults,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
