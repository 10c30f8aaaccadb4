import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import { type Identity, identityHeader, signIdentity } from '@nightshelf/platform/http/identity.ts';
import { sessionTokenIn } from '@nightshelf/platform/sessions/cookie.ts';
import type { SessionStore } from '@nightshelf/platform/sessions/session-store.ts';
import { ApiClient, type TestAnswer, type TestService, testIdentitySecret } from '@nightshelf/testing';
import { password } from './people.ts';

/** HTTPS, so that cookies have their production names. */
export const publicOrigin = 'https://games.example.org';

interface Cookie {
  readonly value: string;
  readonly path: string;
}

interface Sent {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

/** A browser that keeps cookies per site and reaches the service through a fake gateway. */
export class Browser extends ApiClient {
  readonly #service: TestService;
  readonly #sessions: SessionStore;
  readonly #cookies = new Map<string, Map<string, Cookie>>();

  constructor(service: TestService, sessions: SessionStore) {
    super(service.url);
    this.#service = service;
    this.#sessions = sessions;
  }

  /** Sends one request without following redirects. */
  async ask(address: string | URL, { method = 'GET', body, headers = {} }: Sent = {}): Promise<Response> {
    const url = new URL(address);
    const isProduct = url.origin === publicOrigin;
    const target = isProduct ? this.#service.url + url.pathname + url.search : url;
    const identity = isProduct ? await this.signedInAs() : null;
    const response = await fetch(target, {
      method,
      redirect: 'manual',
      headers: {
        ...headers,
        cookie: this.cookiesFor(url),
        ...(identity ? { [identityHeader]: signIdentity(identity, testIdentitySecret) } : {}),
      },
      ...(body === undefined ? {} : { body }),
    });
    for (const cookie of response.headers.getSetCookie()) this.#keep(url, cookie);
    return response;
  }

  override async send<Body>(method: string, path: string, options: Sent = {}): Promise<TestAnswer<Body>> {
    const { body, headers } = options;
    const response = await this.ask(publicOrigin + path, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : null) as Body };
  }

  /** Returns the identity that the gateway would sign. */
  async signedInAs(): Promise<Identity | null> {
    const token = sessionTokenIn(this.cookiesFor(new URL(publicOrigin)), true);
    const session = token ? await this.#sessions.find(token) : null;
    return session && { userId: session.userId, username: session.username, sessionId: session.id };
  }

  cookiesFor({ origin, pathname }: URL): string {
    const kept = [...(this.#cookies.get(origin) ?? [])].filter(([, { path }]) => pathname.startsWith(path));
    return kept.map(([name, { value }]) => `${name}=${value}`).join('; ');
  }

  forgetCookie(name: string): void {
    this.#cookies.get(publicOrigin)?.delete(name);
  }

  /** Signs in as `person` at the provider, or cancels. @returns the callback URL, not requested yet */
  async visit(authorizationUrl: string, person: string): Promise<URL> {
    let url = new URL(authorizationUrl);
    let response = await this.ask(url);
    for (let step = 0; step < 10; step += 1) {
      const location = response.headers.get('location');
      if (location) {
        url = new URL(location, url);
        if (url.origin === publicOrigin) return url;
        response = await this.ask(url);
      } else {
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        response = await this.ask(url, { method: 'POST', body: new URLSearchParams({ person }).toString(), headers });
      }
    }
    throw new Error(`The provider did not send the browser back: ${response.status} at ${url}`);
  }

  async begin(provider: string, body: object = {}): Promise<string> {
    const begun = await this.attempt(accountCalls.beginIdentitySignIn, { params: { provider }, body });
    if (begun.status !== 200) throw new Error(`Not begun: ${JSON.stringify(begun.body)}`);
    return begun.body.authorization_url;
  }

  /** Signs in with a provider. @returns the final page of the client */
  async signInWith(provider: string, person: string, body: object = {}): Promise<string> {
    return this.arrive(await this.visit(await this.begin(provider, body), person));
  }

  /** @returns the authorization URL for linking */
  async beginLink(provider: string, given = password): Promise<string> {
    const input = { params: { provider }, body: { password: given } };
    return (await this.call(accountCalls.beginIdentityLink, input)).authorization_url;
  }

  /** Returns the linked provider accounts. */
  async identities() {
    return (await this.call(accountCalls.listSignInMethods, {})).identities;
  }

  /** Links a provider account. @returns the final page of the client */
  async link(provider: string, person: string, given = password): Promise<string> {
    return this.arrive(await this.visit(await this.beginLink(provider, given), person));
  }

  /** Requests a callback. @returns its redirect */
  async arrive(callback: URL): Promise<string> {
    const response = await this.ask(callback);
    if (response.status !== 303) throw new Error(`Answered ${response.status}: ${await response.text()}`);
    return response.headers.get('location') ?? '';
  }

  /** Signs in for the first time and chooses a username. */
  async join(
    provider: string,
    person: string,
    username = `u${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`,
  ): Promise<CallAnswer<typeof accountCalls.completeIdentitySignIn>> {
    const page = await this.signInWith(provider, person);
    if (page !== '/choose-username') throw new Error(`Sent to ${page}`);
    return this.call(accountCalls.completeIdentitySignIn, { body: { username } });
  }

  #keep({ origin }: URL, header: string): void {
    const [pair = '', ...attributes] = header.split(';').map((part) => part.trim());
    const name = pair.slice(0, pair.indexOf('='));
    const value = pair.slice(name.length + 1);
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice('path='.length) ?? '/';
    const jar = this.#cookies.get(origin) ?? new Map<string, Cookie>();
    this.#cookies.set(origin, jar);
    if (value === '') jar.delete(name);
    else jar.set(name, { value, path });
  }
}
