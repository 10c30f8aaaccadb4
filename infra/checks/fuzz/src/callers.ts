import { tokenScope } from '@nightshelf/contracts/api-tokens.ts';
import * as apiTokenCalls from '@nightshelf/contracts/calls/api-tokens.ts';
import { GatewayClient } from '@nightshelf/testing/gateway-client.ts';
import type { Part } from './parts.ts';

/** Arguments and settings (TOML) with which Schemathesis acts as a caller. */
interface Signature {
  readonly args: readonly string[];
  readonly settings: string;
}

export interface Caller {
  readonly name: string;
  /** The calls that always refuse this caller, for which few cases are enough. */
  refused(part: Part): readonly string[];
  /**
   * Creates an account for each part, because calls such as changing the password affect later ones.
   * @param few cases for each call that refuses the caller
   */
  sign(url: string, part: Part, few: number): Promise<Signature>;
}

export const callers: readonly Caller[] = [
  { name: 'anonymous', refused: () => [], sign: async () => ({ args: [], settings: '' }) },
  {
    name: 'signed in',
    refused: () => [],
    sign: async (url) => {
      const { client } = await GatewayClient.register(url);
      const token = client.cookie.replace(/^session=/, '');
      // Signing out would end the session of all later calls.
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

/** Calls that accept no token must refuse valid requests with one. */
const refusing = (calls: readonly string[], secret: string, few: number) => `
[[operations]]
include-name = ${JSON.stringify(calls)}
headers = { Authorization = "Bearer ${secret}" }
generation.max-examples = ${few}
phases.coverage.enabled = false
checks.positive_data_acceptance.expected-statuses = [403]
`;
