import type { RunningConsole } from '../src/start-console.ts';

export const password = 'an operator’s own password';

/** A minimal browser: it keeps cookies, sends origin headers, and follows no redirects. */
export class Browser {
  readonly #console: RunningConsole;
  readonly cookies = new Map<string, string>();

  constructor(console: RunningConsole) {
    this.#console = console;
  }

  async get(path: string, headers: Record<string, string> = { accept: 'text/html' }) {
    return this.#fetch(path, { headers: { cookie: this.#cookie(), ...headers } });
  }

  async text(path: string): Promise<string> {
    return (await this.get(path)).text();
  }

  /** Sends a form with the page's token, unless `fields` has one. */
  async post(path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) {
    const form = { csrf: this.cookies.get('XSRF-TOKEN') ?? '', ...fields };
    const from = { origin: this.#console.url, 'sec-fetch-site': 'same-origin', cookie: this.#cookie() };
    const given = Object.fromEntries(Object.entries({ ...from, ...headers }).filter(([, value]) => value !== ''));
    return this.#fetch(path, { method: 'POST', headers: given, body: new URLSearchParams(form) });
  }

  signIn(given: { name?: string; password?: string; next?: string } = {}, headers: Record<string, string> = {}) {
    return this.post('/sign-in', { name: 'operator', password, ...given }, headers);
  }

  #cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async #fetch(path: string, init: RequestInit): Promise<Response> {
    const response = await fetch(this.#console.url + path, { ...init, redirect: 'manual' });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value) this.cookies.set(name, value);
      else this.cookies.delete(name);
    }
    return response;
  }
}
