/** Returns whether an If-None-Match header names the tag, by weak comparison. */
export function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const opaque = (given: string) => given.trim().replace(/^W\//, '');
  return header.split(',').some((given) => given.trim() === '*' || opaque(given) === opaque(tag));
}
