import { randomUUID } from 'node:crypto';
import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import type { OwnUser } from '@nightshelf/contracts/users.ts';
import { ApiClient, type SendOptions, type TestAnswer } from './api-client.ts';

export const testPassword = 'Analytical#1';

/** Returns a valid registration, as the client's form sends it. */
export function someRegistration(username = `user_${randomUUID().slice(0, 8)}`) {
  return {
    username,
    email: `${username}@example.org`,
    password: testPassword,
    confirm_password: testPassword,
    first_name: null,
    last_name: null,
    form_timestamp: Date.now() - 60_000,
    honeypot_field: 'company_1234',
    company_1234: '',
  };
}

/** Calls the product through its gateway as a browser does: with the cookies it received. */
export class GatewayClient extends ApiClient {
  #cookie: string | undefined;

  static async register(url: string, username?: string): Promise<{ client: GatewayClient; user: OwnUser }> {
    const client = new GatewayClient(url);
    const { user } = await client.call(authCalls.register, { body: someRegistration(username) });
    return { client, user };
  }

  static async signIn(url: string, username: string, password: string): Promise<GatewayClient> {
    const client = new GatewayClient(url);
    await client.call(authCalls.login, { body: { username_or_email: username, password } });
    return client;
  }

  /** Value of the next request's `Cookie` header; empty when signed out. */
  get cookie(): string {
    return this.#cookie ?? '';
  }

  override async send<Body>(method: string, path: string, options: SendOptions = {}): Promise<TestAnswer<Body>> {
    const answer = await super.send<Body>(method, path, {
      ...options,
      headers: { ...(this.#cookie ? { cookie: this.#cookie } : {}), ...options.headers },
    });
    const [given] = answer.headers.getSetCookie();
    if (given) this.#cookie = given.split(';')[0];
    return answer;
  }
}
