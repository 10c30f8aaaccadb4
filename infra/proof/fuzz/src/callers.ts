import { tokenScope } from '@nightshelf/contracts/api-tokens.ts';
import * as apiTokenCalls from '@nightshelf/contracts/calls/api-tokens.ts';
import { GatewayClient } from '@nightshelf/testing/gateway-client.ts';
import type { Part } from './parts.ts';

/** How Schemathesis makes calls in somebody's name: arguments, and settings (TOML). */
interface Signature {
  readonly args: readonly string[];
  readonly settings: string;
}

/** Somebody who makes calls. */
export interface Caller {
  readonly name: string;
  /** The calls that refuse this caller whatever is sent. Few cases do for them. */
  refused(part: Part): readonly string[];
  /**
   * A new account for each part: calls such as signing out and changing the password change what it may do.
   * @param few cases for each call that refuses the caller
   */
  sign(url: string, part: Part, few: number): Promise<Signature>;
}

export const callers: readonly Caller[] = [
  { name: 'nobody', refused: () => [], sign: async () => ({ args: [], settings: '' }) },
  {
    name: 'signed in',
    refused: () => [],
    sign: async (url) => {
      const { client } = await GatewayClient.register(url);
      const token = client.cookie.replace(/^session=/, '');
      // Ending the session that asks would leave nothing to ask with.
      return {
        args: ['--exclude-path', '/api/auth/logout'],
        settings: `[auth.openapi.session]\napi_key = "${token}"\n`,
      };
    },
  },
  {
    name: 'with a token',
    refused: ({ calls, tokenCalls }) => calls.filter((call) => !tokenCalls.includes(call)),
    async sign(url, part, few) {
      const { client } = await GatewayClient.register(url);
      const body = { name: 'Fuzzing', scopes: [...tokenScope.options], days: 30 as const };
      const { secret } = await client.call(apiTokenCalls.createApiToken, { body });
      const settings = `[auth.openapi.token]\nbearer = "${secret}"\n`;
      const refused = this.refused(part);
      return { args: [], settings: refused.length > 0 ? settings + refusing(refused, secret, few) : settings };
    },
  },
];

/** The token is sent to calls that do not ask for one as well, and what their documents allow is refused all the same. */
const refusing = (calls: readonly string[], secret: string, few: number) => `
[[operations]]
include-name = ${JSON.stringify(calls)}
headers = { Authorization = "Bearer ${secret}" }
generation.max-examples = ${few}
phases.coverage.enabled = false
checks.positive_data_acceptance.expected-statuses = [403]
`;
