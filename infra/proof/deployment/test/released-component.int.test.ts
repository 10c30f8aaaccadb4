import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { builtImages } from '../../../operations/release/src/built-images.ts';
import { pinnedComponent } from '../../../operations/release/src/pinned-component.ts';
import { imageFaults } from '../src/invariants/images.ts';
import { manifests, parseResources, renderFolder } from '../src/render.ts';
import { byKind, containersOf, mapped, type Resource } from '../src/resource.ts';
import { ManifestSchemas } from '../src/schemas/validate.ts';
import { cannotRender, overlay, overlays } from './support/overlays.ts';

const source = readFileSync(join(manifests, 'components/release/kustomization.yaml'), 'utf8');
const { images } = parse(source) as { images: { name: string; newTag: string }[] };
const names = images.map(({ name }) => name.replace('nightshelf/', ''));
const digestOf = (name: string) => `sha256:${name.charCodeAt(0).toString(16).padStart(64, '0')}`;
const list = names.map((name) => `ghcr.io/somebody/nightshelf/${name}@${digestOf(name)}`).join('\n');
const version = images[0]?.newTag ?? '';

const ours = /^(ghcr\.io\/somebody\/)?nightshelf\/(?<name>[\w-]+):(?<tag>[\w.-]+)(@.*)?$/;
const imagesOf = (resources: readonly Resource[]) => resources.flatMap(containersOf).map(({ image }) => image);

/** An image of ours by its name alone, wherever it is from. */
const byName = (resources: readonly Resource[]) =>
  resources.map((resource) =>
    mapped(resource, (part) => (typeof part === 'string' ? part.replace(ours, 'nightshelf/$<name>:$<tag>') : part)),
  );

describe.skipIf(cannotRender)('the component of a release', () => {
  let folder: string;
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'nightshelf-released-')));
    mkdirSync(join(folder, 'release'));
    writeFileSync(
      join(folder, 'release/kustomization.yaml'),
      pinnedComponent(source, builtImages(list, names), version),
    );
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** The overlay with the release's component in place of the one of the checkout. */
  function released(name: string): Resource[] {
    const from = join(manifests, 'overlays', name);
    const kustomization = parse(readFileSync(join(from, 'kustomization.yaml'), 'utf8')) as Record<string, string[]>;
    const { resources = [], components = [] } = kustomization;
    const there = (path: string) => relative(join(folder, name), join(from, path));
    const swapped = components.map((path) => (path.endsWith('/release') ? '../release' : there(path)));
    expect(swapped).toContain('../release');
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(
      join(folder, name, 'kustomization.yaml'),
      stringify({ ...kustomization, resources: resources.map(there), components: swapped }),
    );
    return parseResources(renderFolder(join(folder, name)));
  }

  test.each(overlays.filter((name) => name === 'production'))(
    'changes nothing of %s but where its images are from',
    (name) => {
      const [before, after] = [overlay(name), released(name)];
      expect(byName(after)).toEqual(byName(before));
      expect(imageFaults(after)).toEqual([]);
      expect(byKind(after, 'Job').flatMap((job) => new ManifestSchemas().faultsOf(job))).toEqual([]);
      expect(byKind(after, 'Job').map(({ metadata }) => metadata.name)).toContain(`auth-migrate-${version}`);
      for (const image of imagesOf(after).filter((it) => it.includes('nightshelf/'))) {
        const { name: of = '' } = ours.exec(image)?.groups ?? {};
        expect(image).toBe(`ghcr.io/somebody/nightshelf/${of}:${version}@${digestOf(of)}`);
      }
    },
  );

  test('is not made while an image is missing', () => {
    expect(() => pinnedComponent(source, builtImages(list, names).slice(1), version)).toThrow('was not built');
  });
});
