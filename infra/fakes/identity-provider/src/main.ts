import { startIdentityProvider } from './identity-provider.ts';

const { HOST, PORT, ISSUER, PROVIDER_ID = 'demo', CLIENT_ID: id, CLIENT_SECRET: secret, PUBLIC_ORIGIN } = process.env;
if (!id || !secret || !PUBLIC_ORIGIN) throw new Error('CLIENT_ID, CLIENT_SECRET and PUBLIC_ORIGIN are required');
const { origin } = new URL(PUBLIC_ORIGIN);
const provider = await startIdentityProvider({
  host: HOST || undefined,
  port: Number(PORT || 0),
  issuer: ISSUER ? new URL(ISSUER).href.replace(/\/$/, '') : undefined,
  clients: [
    {
      id,
      secret,
      redirectUris: [`${origin}/api/auth/identity-providers/${PROVIDER_ID}/callback`],
      postLogoutRedirectUris: [`${origin}/`],
    },
  ],
});
console.log(`Demo identity provider: ${provider.issuer}`);

async function stop(): Promise<void> {
  await provider.close();
  process.exit(0);
}

process.once('SIGTERM', stop);
process.once('SIGINT', stop);
// A killed launcher closes the channel without sending a signal.
if (process.env.EXIT_WITH_PARENT === '1') process.once('disconnect', stop);
