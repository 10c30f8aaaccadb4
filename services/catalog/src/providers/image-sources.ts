/** Where the providers have their pictures; the gateway lets browsers load from the same. */
const ofProviders = ['https://*.giantbomb.com', 'https://images.igdb.com'];

/** Says from where pictures may be shown and fetched: an address that a provider names may lead anywhere. */
export class ImageSources {
  readonly #origins: ReadonlySet<string>;
  /** What stands before and after the part that may be anything. */
  readonly #wildcards: readonly (readonly [scheme: string, suffix: string])[];

  /** @param more origins beside the providers' own; `https://*.example.com` stands for all below that name */
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

  /** The address, if pictures may come from there. */
  only(address: string | null): string | null {
    return this.allows(address) ? address : null;
  }
}
