import { startIdentityProvider } from './identity-provider.ts';
import { optionsFromEnvironment } from './settings.ts';

const provider = await startIdentityProvider(optionsFromEnvironment(process.env));
console.log(`Demo identity provider: ${provider.issuer}`);

async function stop(): Promise<void> {
  await provider.close();
  process.exit(0);
}

process.once('SIGTERM', stop);
process.once('SIGINT', stop);
// A killed launcher closes the channel without sending a signal.
if (process.env.EXIT_WITH_PARENT === '1') process.once('disconnect', stop);
