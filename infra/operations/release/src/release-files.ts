import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse, stringify } from 'yaml';
import { type BuiltImage, builtImages } from './built-images.ts';
import { sectionOf } from './changelog.ts';
import { releasedValues } from './chart-values.ts';
import { chartPath, componentPath } from './checkout.ts';
import { releasedImages } from './released-images.ts';

interface Component {
  readonly apiVersion: string;
  readonly kind: string;
  readonly images: readonly { readonly name: string; readonly newTag: string }[];
  readonly replacements: readonly { readonly targets: readonly { readonly select: { readonly name: string } }[] }[];
}

/** The suffix of a migration Job's name, which a release replaces with its version. */
const placeholder = /-release$/;

/**
 * Returns a replacement for k8s/components/release: the same images by repository and digest. It sets the Jobs' version
 * directly: the component's replacement would take part of the digest as the version.
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
