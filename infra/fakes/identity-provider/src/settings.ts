import type { IdentityProviderOptions } from './identity-provider.ts';

/**
 * Reads options from environment variables; the only client is the product at PUBLIC_ORIGIN.
 * @throws RangeError naming a missing or invalid variable
 */
export function optionsFromEnvironment(environment: NodeJS.ProcessEnv): IdentityProviderOptions {
  const given = (name: string) => environment[name] || undefined;
  const needed = (name: string) => {
    const value = given(name);
    if (value === undefined) throw new RangeError(`${name} is missing`);
    return value;
  };
  const port = Number(given('PORT') ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new RangeError('PORT must be between 0 and 65535');
  const address = (name: string, value: string) => {
    if (!URL.canParse(value)) throw new RangeError(`${name} must be an address`);
    return new URL(value);
  };
  const { origin } = address('PUBLIC_ORIGIN', needed('PUBLIC_ORIGIN'));
  const issuer = given('ISSUER');
  return {
    host: given('HOST') ?? '127.0.0.1',
    port,
    ...(issuer ? { issuer: address('ISSUER', issuer).href.replace(/\/$/, '') } : {}),
    clients: [
      {
        id: needed('CLIENT_ID'),
        secret: needed('CLIENT_SECRET'),
        redirectUris: [`${origin}/api/auth/identity-providers/${given('PROVIDER_ID') ?? 'demo'}/callback`],
        postLogoutRedirectUris: [`${origin}/`],
      },
    ],
  };
}
