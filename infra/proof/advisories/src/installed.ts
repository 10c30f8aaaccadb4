import { z } from 'zod';

export interface Installed {
  readonly name: string;
  readonly version: string;
  /** Whether the product runs with it, rather than our tools and tests. */
  readonly isRuntime: boolean;
}

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      name: z.string().optional(),
      version: z.string().optional(),
      link: z.boolean().optional(),
      dev: z.boolean().optional(),
    }),
  ),
});

/** Every package that a package-lock.json installs, ours apart. @param content as it is in the file */
export function installedBy(content: string): Installed[] {
  const { packages } = lockfile.parse(JSON.parse(content));
  return Object.entries(packages).flatMap(([path, { name, version, link, dev }]) => {
    const at = path.lastIndexOf('node_modules/');
    if (at === -1 || link || !version) return [];
    return [{ name: name ?? path.slice(at + 'node_modules/'.length), version, isRuntime: !dev }];
  });
}
