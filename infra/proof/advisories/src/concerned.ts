import { satisfies } from 'semver';
import type { Acceptance, Advisory } from './advisory.ts';
import type { Installed } from './installed.ts';

export interface Concern {
  readonly advisory: Advisory;
  readonly installed: Installed;
}

/** What is installed and has an advisory that nobody has accepted. */
export function concerned(
  installed: readonly Installed[],
  advisories: readonly Advisory[],
  accepted: readonly Acceptance[],
): Concern[] {
  const isAccepted = ({ id, package: name }: Advisory) => accepted.some((one) => one.id === id && one.package === name);
  return advisories
    .filter((advisory) => !isAccepted(advisory))
    .flatMap((advisory) =>
      installed
        .filter(({ name, version }) => name === advisory.package && isAffected(version, advisory))
        .map((one) => ({ advisory, installed: one })),
    );
}

const isAffected = (version: string, { affected }: Advisory) =>
  affected.some((range) => satisfies(version, range, { includePrerelease: true }));
