import type { Settings } from '../settings/settings.ts';
import { definedOnly } from './defined-only.ts';

/** Not a secret: anyone who reaches the demo provider can sign in as any of its users. */
const demoClient = { id: 'nightshelf', secret: 'demo' };

/**
 * Returns auth's own environment variables, in addition to those of every service.
 * @param demoUrl address of the demo identity provider, or null without one
 */
export function authEnvironment(settings: Settings, publicOrigin: string, demoUrl: string | null) {
  const { OIDC_PROVIDERS = '[]', SECOND_FACTOR_KEYS, SMTP_URL, MAIL_FROM, RATE_LIMIT_FACTOR } = settings;
  const demo = {
    id: 'demo',
    name: 'Demo ID',
    issuer: demoUrl,
    client_id: demoClient.id,
    client_secret: demoClient.secret,
  };
  const providers: unknown[] = [...JSON.parse(OIDC_PROVIDERS), ...(demoUrl ? [demo] : [])];
  return {
    ...definedOnly({ SECOND_FACTOR_KEYS, SMTP_URL, MAIL_FROM }),
    OIDC_PROVIDERS: JSON.stringify(providers),
    RATE_LIMIT_FACTOR: String(RATE_LIMIT_FACTOR),
    // Without a mail server, a local trial prints the links of mails in the log.
    ...(!SMTP_URL && isOwnMachine(publicOrigin) ? { NODE_ENV: 'development' } : {}),
  };
}

const isOwnMachine = (origin: string) => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(origin).hostname);

export const identityProviderEnvironment = (port: number, publicOrigin: string) => ({
  HOST: '127.0.0.1',
  PORT: String(port),
  PUBLIC_ORIGIN: publicOrigin,
  PROVIDER_ID: 'demo',
  CLIENT_ID: demoClient.id,
  CLIENT_SECRET: demoClient.secret,
  EXIT_WITH_PARENT: '1',
});
