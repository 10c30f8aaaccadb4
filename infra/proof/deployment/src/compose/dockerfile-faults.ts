/** A version or a series; what it comes to, a release says by digest. */
const definiteTag = /^[\w./-]+:[\w.]+(-[\w.]+)*$/;

/** What of a Dockerfile makes an image that is not definite, not safe, or larger than it has to be. */
export function dockerfileFaults(text: string): string[] {
  const lines = text
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const args = new Map(lines.flatMap((line) => [...line.matchAll(/^ARG (\w+)=(\S+)$/g)].map((it) => [it[1], it[2]])));
  const bases = lines.flatMap((line) => [...line.matchAll(/^FROM \$\{(\w+)\}|^FROM (\S+)/g)]);
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
  const user = last.findLast((line) => line.startsWith('USER '))?.slice('USER '.length) ?? 'root';
  const faults: Readonly<Record<string, boolean>> = {
    'is built in one stage': bases.length < 2,
    'does not run as a numbered user other than root': !/^[1-9]\d*(:[1-9]\d*)?$/.test(user),
    'has no health check': !last.some((line) => line.startsWith('HEALTHCHECK ') && !line.includes('NONE')),
    'copies the whole checkout into the image': last.some((line) => /^COPY \. /.test(line)),
    'installs packages in the image itself': last.some((line) => /npm (ci|install)|apt-get install/.test(line)),
    'installs what the lock does not name': lines.some((line) => /npm (install|i) /.test(line)),
    'runs scripts of packages': lines.some((line) => line.includes('npm ci') && !line.includes('--ignore-scripts')),
    'names a registry': /registry\.|NPM_CONFIG_REGISTRY=\S/.test(lines.join('\n')),
    'wraps the process in a shell': last.some((line) => /^(ENTRYPOINT|CMD) [^[]/.test(line)),
  };
  const loose = bases
    .map(([, variable, image]) => image ?? args.get(variable) ?? '')
    .filter((image) => !definiteTag.test(image) || image.endsWith(':latest'))
    .map((image) => `has a base without a definite tag: ${image}`);
  return [...Object.keys(faults).filter((fault) => faults[fault]), ...loose];
}
