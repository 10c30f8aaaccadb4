import { GatewayClient } from '@nightshelf/testing/gateway-client.ts';

/** Somebody who makes calls, and how Schemathesis makes them in their name. */
export interface Caller {
  readonly name: string;
  /**
   * What Schemathesis is told, by arguments and in its settings (TOML).
   * A new account for each part: calls such as signing out and changing the password change what it may do.
   */
  sign(url: string): Promise<{ readonly args: readonly string[]; readonly auth: string }>;
}

export const callers: readonly Caller[] = [
  { name: 'nobody', sign: async () => ({ args: [], auth: '' }) },
  {
    name: 'signed in',
    sign: async (url) => {
      const { client } = await GatewayClient.register(url);
      const token = client.cookie.replace(/^session=/, '');
      // Ending the session that asks would leave nothing to ask with.
      return { args: ['--exclude-path', '/api/auth/logout'], auth: `[auth.openapi.session]\napi_key = "${token}"\n` };
    },
  },
];
