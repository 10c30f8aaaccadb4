import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Configuration, JWK } from 'oidc-provider';
import Provider from 'oidc-provider';
import { choosePersonPage, errorPage, type Person, signedOutPage, signOutPage } from './pages.ts';

import { newSigningKey, type SigningKey, spoil, type TokenFault } from './tokens.ts';

export type { Person } from './pages.ts';
export { type TokenFault, tokenFaults } from './tokens.ts';

/** Users who sign in without a password. Kim's address is not verified. */
const demoPeople: readonly Person[] = Object.entries({
  ada: 'Ada Brook',
  bob: 'Bob Ferris',
  mia: 'Mia Lund',
  kim: 'Kim Osei',
}).map(([id, name]) => ({ id, name, username: id, email: `${id}@demo.example`, emailVerified: id !== 'kim' }));

/** Returns a user's claims, named as in OpenID Connect Core, section 5.1. */
const claimsOf = ({ id, name, username, email, emailVerified }: Person) => ({
  sub: id,
  name,
  preferred_username: username,
  email,
  email_verified: emailVerified,
});

/** The provider's current faults; they can change while it runs. */
interface Faults {
  idToken?: TokenFault | null;
  /** Closes connections without a response. */
  down?: boolean;
  /** Accepts requests and never responds. */
  silent?: boolean;
}

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

type Middleware = Parameters<Provider['use']>[0];

/** Serves the provider's own pages: the health check and the choice of a user. */
const ownPages =
  (provider: Provider, people: readonly Person[]): Middleware =>
  async (context, next) => {
    const { req, res } = context;
    if (context.path === '/healthz') {
      context.body = { status: 'ok' };
      return;
    }
    if (!/^\/interaction\/[\w-]+$/.test(context.path)) {
      await next();
      return;
    }
    context.set('cache-control', 'no-store');
    if (context.method === 'GET') {
      await provider.interactionDetails(req, res);
      context.type = 'html';
      context.body = choosePersonPage(people);
      return;
    }
    const chosen = new URLSearchParams(await text(req)).get('person');
    const person = people.find(({ id }) => id === chosen);
    context.respond = false;
    await provider.interactionFinished(
      req,
      res,
      person ? { login: { accountId: person.id } } : { error: 'access_denied', error_description: 'Cancelled' },
    );
  };

export interface IdentityProviderOptions {
  readonly host?: string | undefined;
  /** 0 picks a free port. */
  readonly port?: number;
  /** Address for both browsers and applications; defaults to the listening address. */
  readonly issuer?: string | undefined;
  readonly clients: readonly Client[];
  readonly people?: readonly Person[];
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
  const { host = '127.0.0.1', port = 0, clients, people = demoPeople } = options;
  const faults: Faults = {};
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
  provider.use(ownPages(provider, people));

  const respond = provider.callback();
  server.on('request', (request, response) => {
    if (faults.down) request.socket.destroy();
    else if (!faults.silent) void respond(request, response);
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
