export interface BuiltImage {
  /** `auth` */
  readonly name: string;
  /** `ghcr.io/somebody/nightshelf/auth` */
  readonly repository: string;
  /** `sha256:…`, of the index of all platforms */
  readonly digest: string;
}

const pushed =
  /^(?<repository>[a-z0-9.-]+(:\d+)?(\/[a-z0-9._-]+)*\/(?<name>[a-z0-9-]+))@(?<digest>sha256:[0-9a-f]{64})$/;

/**
 * @param list one `ghcr.io/somebody/nightshelf/auth@sha256:…` per line
 * @param expected names, each of which must occur once
 * @throws when a line is not such a reference, or an image is missing, duplicated or unknown
 */
export function builtImages(list: string, expected: readonly string[]): BuiltImage[] {
  const lines = list.split('\n').filter((line) => line.trim() !== '');
  const images = lines.map((line): BuiltImage => {
    const { repository = '', name = '', digest = '' } = pushed.exec(line.trim())?.groups ?? {};
    if (!digest) throw new Error(`Not an image by its digest: ${line}`);
    return { name, repository, digest };
  });
  const count = (wanted: string) => images.filter(({ name }) => name === wanted).length;
  const faults = [
    ...expected.filter((name) => count(name) === 0).map((name) => `${name} is missing`),
    ...expected.filter((name) => count(name) > 1).map((name) => `${name} is there twice`),
    ...images.filter(({ name }) => !expected.includes(name)).map(({ name }) => `${name} is not released`),
  ];
  if (faults.length > 0) throw new Error(`Images: ${faults.join(', ')}`);
  return images;
}
