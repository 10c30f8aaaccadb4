import { sectionOf } from './changelog.ts';

/** The versions that a checkout states. */
export interface Checkout {
  readonly packageVersion: string;
  readonly changelog: string;
  /** Image tags of the manifests, and the chart's versions. */
  readonly manifestVersions: readonly string[];
  /** Git tags of this commit. */
  readonly tagsHere: readonly string[];
}

/** Semantic versioning without build metadata, which image tags cannot contain. */
const release = /^v\d+\.\d+\.\d+(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/;

/** Returns the reasons why this tag must not be released. */
export function tagFaults(tag: string, checkout: Checkout): string[] {
  const { packageVersion, changelog, manifestVersions, tagsHere } = checkout;
  if (!release.test(tag)) return [`${tag} is no version: v1.2.3, v1.2.3-rc.1`];
  const version = tag.slice(1);
  const others = new Set(manifestVersions.filter((it) => it !== version));
  return [
    ...(packageVersion === version ? [] : [`package.json is of version ${packageVersion}`]),
    ...[...others].map((it) => `k8s/components/release or k8s/chart is of version ${it}`),
    ...(sectionOf(changelog, version) ? [] : [`CHANGELOG.md has nothing under "## ${version}"`]),
    ...(tagsHere.includes(tag) ? [] : [`git has no tag ${tag} at this commit`]),
  ];
}
