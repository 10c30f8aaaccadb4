import { sectionOf } from './changelog.ts';

/** What a checkout says of the version that it is. */
export interface Checkout {
  readonly packageVersion: string;
  readonly changelog: string;
  /** Tags of the manifests' images, and the versions of the chart. */
  readonly manifestVersions: readonly string[];
  /** Tags of git at this commit. */
  readonly tagsHere: readonly string[];
}

/** Of semantic versioning without build metadata, which no tag of an image may have. */
const release = /^v\d+\.\d+\.\d+(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/;

/** Why nothing may be released under this tag. */
export function tagFaults(tag: string, checkout: Checkout): string[] {
  const { packageVersion, changelog, manifestVersions, tagsHere } = checkout;
  if (!release.test(tag)) return [`${tag} is no version: v1.2.3, v1.2.3-rc.1`];
  const version = tag.slice(1);
  const others = new Set(manifestVersions.filter((it) => it !== version));
  return [
    ...(packageVersion === version ? [] : [`package.json is of version ${packageVersion}`]),
    ...[...others].map((it) => `k8s/components/release or k8s/chart is of version ${it}`),
    ...(sectionOf(changelog, version) ? [] : [`CHANGELOG.md says nothing under "## ${version}"`]),
    ...(tagsHere.includes(tag) ? [] : [`git has no tag ${tag} at this commit`]),
  ];
}
