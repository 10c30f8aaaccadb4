/** The fields of a package in package-lock.json that are used here. */
export interface LockedPackage {
  readonly resolved?: string;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  readonly workspaces?: readonly string[];
}

export interface Lock {
  readonly lockfileVersion: number;
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** `production`: runtime packages. `build`: also the development packages of the workspace itself. */
export type Purpose = 'production' | 'build';

/**
 * Returns the part of a lock that one workspace needs. `npm ci --omit=dev` would keep the packages of every workspace,
 * including tests and tools.
 * @param workspace its folder, such as `services/auth`
 * @returns the same versions in the same places; the root keeps only the needed workspaces
 * @throws when the lock lacks the workspace or a package that it needs
 */
export function workspaceLock(lock: Lock, workspace: string, purpose: Purpose): { lock: Lock; workspaces: string[] } {
  if (!lock.packages[workspace]) throw new Error(`package-lock.json knows no workspace ${workspace}.`);
  const kept = (path: string) => keptOf(lock.packages[path] ?? {}, purpose === 'build' && path === workspace);
  const needed = new Set<string>();
  const waiting = [workspace];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (needed.has(path)) continue;
    needed.add(path);
    waiting.push(...neededBy(lock, path, kept(path)));
  }
  const paths = Object.keys(lock.packages).filter((path) => needed.has(path) || isLinkTo(lock, path, workspace));
  const workspaces = paths.filter((path) => !path.includes('node_modules'));
  const packages = Object.fromEntries(paths.map((path) => [path, kept(path)]));
  return { lock: { ...lock, packages: { '': { ...kept(''), workspaces }, ...packages } }, workspaces };
}

const isLinkTo = (lock: Lock, path: string, workspace: string) =>
  lock.packages[path]?.link === true && lock.packages[path]?.resolved === workspace;

/** Returns a package or manifest without its development packages, unless `withTools` is set. */
export function keptOf<Manifest extends LockedPackage>(manifest: Manifest, withTools: boolean): Manifest {
  const { devDependencies, ...kept } = manifest;
  return withTools ? manifest : (kept as Manifest);
}

function neededBy(lock: Lock, path: string, manifest: LockedPackage): string[] {
  const { dependencies, devDependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = manifest;
  if (manifest.link) return manifest.resolved === undefined ? [] : [manifest.resolved];
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  const optional = new Set([...Object.keys(optionalDependencies ?? {}), ...peers]);
  const names = new Set([...Object.keys({ ...dependencies, ...devDependencies }), ...optional]);
  return [...names].flatMap((name) => {
    const found = find(lock, path, name);
    if (found === null && !optional.has(name)) throw new Error(`package-lock.json lacks ${name}, needed by ${path}.`);
    return found ?? [];
  });
}

/** Resolves like Node: the package's own node_modules, then those of its parent folders. */
function find(lock: Lock, from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (lock.packages[path]) return path;
    if (folder === '') return null;
  }
}
