import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import type { Client } from './client.ts';
import { configurationOf } from './configuration.ts';
import { type Faults, spoil } from './faults.ts';
import { interactions } from './interactions.ts';
import { demoPeople, type Person } from './people.ts';
import { newSigningKey } from './signing-key.ts';

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
