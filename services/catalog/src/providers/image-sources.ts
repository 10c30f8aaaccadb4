/** Image hosts of the providers; the gateway allows the same in browsers. */
const ofProviders = ['https://*.giantbomb.com', 'https://images.igdb.com'];

/** Returns an image's address, or null if images may not come from there. */
export type ImageSources = (address: string | null) => string | null;

/**
 * Restricts the sources of images, since an address from a provider may lead anywhere.
 * @param more origins besides the providers' own; `https://*.example.com` covers all its subdomains
 */
export function imageSources(more: readonly string[] = []): ImageSources {
  const origins = [...ofProviders, ...more].map((origin) => origin.split('*'));
  return (address) => {
    const url = URL.parse(address ?? '');
    if (url?.username !== '' || url.password !== '') return null;
    const isAllowed = origins.some(([start = '', end]) =>
      end === undefined ? url.origin === start : url.origin.startsWith(start) && url.origin.endsWith(end),
    );
    return isAllowed ? address : null;
  };
}
