/** In order of preference: brotli's fast levels are both quicker and smaller than gzip's on JSON. */
const encodings = ['br', 'gzip'] as const;

export type Encoding = (typeof encodings)[number];

/** Returns the best encoding that an Accept-Encoding header allows by name, or null. */
export function chooseEncoding(header = ''): Encoding | null {
  const allowed = header
    .toLowerCase()
    .split(',')
    .map((offer) => offer.trim().split(/\s*;\s*/))
    .filter(([, ...parameters]) => !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)))
    .map(([name]) => name);
  return encodings.find((encoding) => allowed.includes(encoding)) ?? null;
}
