import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse, parseDocument, stringify } from 'yaml';
import { releasedImages } from './released-images.ts';

const componentPath = 'k8s/components/release/kustomization.yaml';
const chartPath = 'k8s/chart';

/** The versions that a checkout states. */
export interface Checkout {
  readonly packageVersion: string;
  readonly changelog: string;
  /** Image tags of the manifests, and the chart's versions. */
  readonly manifestVersions: readonly string[];
  /** Git tags of this commit. */
  readonly tagsHere: readonly string[];
}

/** @param root of a checkout with its tags */
export function readCheckout(root: string): Checkout {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const { images } = parse(read(componentPath)) as { images: { newTag: string }[] };
  const chart = parse(read(join(chartPath, 'Chart.yaml'))) as { version: string; appVersion: string };
  const tags = execFileSync('git', ['tag', '--points-at', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return {
    packageVersion: version,
    changelog: read('CHANGELOG.md'),
    manifestVersions: [...images.map(({ newTag }) => newTag), chart.version, chart.appVersion],
    tagsHere: tags.split('\n').filter((tag) => tag !== ''),
  };
}

/** `## 0.2.0`, `## 0.2.0 (2026-12-01)`, `## [0.2.0] - 2026-12-01` */
const heading = /^## \[?(?<version>[^\s\]]+)\]?(\s.*)?$/;

/**
 * Returns a version's section of CHANGELOG.md without its heading.
 * @returns undefined when the section is missing or empty
 */
export function sectionOf(changelog: string, version: string): string | undefined {
  const lines = changelog.split('\n');
  const start = lines.findIndex((line) => heading.exec(line)?.groups?.version === version);
  if (start === -1) return undefined;
  const after = lines.slice(start + 1);
  const end = after.findIndex((line) => line.startsWith('## '));
  const section = after.slice(0, end === -1 ? undefined : end);
  const hasText = section.some((line) => line.trim() !== '' && !line.startsWith('#'));
  return hasText ? `${section.join('\n').trim()}\n` : undefined;
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
  const names = images.map(({ name }) => name).sort();
  if (names.join() !== expected.toSorted().join())
    throw new Error(`The release has the images ${expected.join(', ')}, not ${names.join(', ')}`);
  return images;
}

/**
 * Returns the chart's values with the registry of this release, keeping their comments.
 * @param registry without the `nightshelf/` that every image has: `ghcr.io/somebody`
 */
export function releasedValues(values: string, registry: string): string {
  const document = parseDocument(values, { version: '1.1' });
  if (document.getIn(['image', 'registry']) !== '') throw new Error('The chart has a registry already');
  document.setIn(['image', 'registry'], registry);
  return document.toString({ lineWidth: 0 });
}

interface Component {
  readonly apiVersion: string;
  readonly kind: string;
  readonly images: readonly { readonly name: string; readonly newTag: string }[];
  readonly replacements: readonly { readonly targets: readonly { readonly select: { readonly name: string } }[] }[];
}

/** The suffix of a migration Job's name, which a release replaces with its version. */
const placeholder = /-release$/;

/**
 * Returns a version of k8s/components/release that pins its images by digest. It sets the Jobs' version directly,
 * because the replacement in the component would copy part of the digest instead.
 * @param source k8s/components/release/kustomization.yaml
 * @throws when an image of the component was not built
 */
export function pinnedComponent(source: string, built: readonly BuiltImage[], version: string): string {
  const { apiVersion, kind, images, replacements } = parse(source) as Component;
  const jobs = new Set(replacements.flatMap(({ targets }) => targets.map(({ select }) => select.name)));
  const text = stringify(
    {
      apiVersion,
      kind,
      images: images.map(({ name }) => {
        const image = built.find((it) => `nightshelf/${it.name}` === name);
        if (!image) throw new Error(`${name} was not built`);
        return { name, newName: image.repository, newTag: version, digest: image.digest };
      }),
      patches: [...jobs].map((job) => ({
        target: { kind: 'Job', name: job },
        patch: stringify([{ op: 'replace', path: '/metadata/name', value: job.replace(placeholder, `-${version}`) }]),
        options: { allowNameChange: true },
      })),
    },
    { lineWidth: 0 },
  );
  return `# Nightshelf ${version}, by digests. In place of k8s/components/release of the same tag of git.\n${text}`;
}

/**
 * Writes the release's files other than its images: `notes.md`, `component/`, `chart/`, and the downloads in `files/`.
 * @param list the pushed images, see `builtImages`
 */
export function writeReleaseFiles(root: string, list: string, version: string, registry: string, folder: string): void {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const notes = sectionOf(read('CHANGELOG.md'), version);
  if (!notes) throw new Error(`CHANGELOG.md has no section ${version}`);
  const names = releasedImages.map(({ name }) => name);
  const built = builtImages(list, names);
  write('notes.md', notes);
  write('component/kustomization.yaml', pinnedComponent(read(componentPath), built, version));
  cpSync(join(root, chartPath), join(folder, 'chart'), { recursive: true });
  write('chart/values.yaml', releasedValues(read(join(chartPath, 'values.yaml')), registry));
  write('files/images.txt', `${built.map(({ repository, digest }) => `${repository}@${digest}`).join('\n')}\n`);
}
