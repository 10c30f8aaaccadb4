import type { Configuration, JWK } from 'oidc-provider';
import type { Client } from './client.ts';
import { errorPage, signedOutPage, signOutPage } from './pages.ts';
import { claimsOf, type Person } from './people.ts';
import type { SigningKey } from './signing-key.ts';

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
export function configurationOf({ clients, people, signingKey, cookieKey }: Parts): Configuration {
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
