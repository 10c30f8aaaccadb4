/** Image hosts of the providers; the gateway allows the same in browsers. */
const ofProviders = ['https://*.giantbomb.com', 'https://images.igdb.com'];

/** Restricts the sources of images, since an address from a provider may lead anywhere. */
export class ImageSources {
  readonly #origins: ReadonlySet<string>;
  /** The parts before and after the wildcard. */
  readonly #wildcards: readonly (readonly [scheme: string, suffix: string])[];

  /** @param more origins besides the providers' own; `https://*.example.com` covers all its subdomains */
  constructor(more: readonly string[] = []) {
    const all = [...ofProviders, ...more];
    this.#origins = new Set(all.filter((origin) => !origin.includes('*')));
    this.#wildcards = all.flatMap((origin) => {
      const [scheme, suffix] = origin.split('*');
      return scheme && suffix ? [[scheme, suffix] as const] : [];
    });
  }

  allows(address: string | null): address is string {
    const url = URL.parse(address ?? '');
    if (url?.username !== '' || url.password !== '') return false;
    return (
      this.#origins.has(url.origin) ||
      this.#wildcards.some(([scheme, suffix]) => url.origin.startsWith(scheme) && url.origin.endsWith(suffix))
    );
  }

  /** Returns the address if images may come from there, else null. */
  only(address: string | null): string | null {
    return this.allows(address) ? address : null;
  }
}
