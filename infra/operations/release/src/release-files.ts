import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { builtImages } from './built-images.ts';
import { sectionOf } from './changelog.ts';
import { releasedValues } from './chart-values.ts';
import { chartPath, componentPath } from './checkout.ts';
import { pinnedComponent } from './pinned-component.ts';
import { releasedImages } from './released-images.ts';

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
  if (!notes) throw new Error(`CHANGELOG.md says nothing of ${version}`);
  const names = releasedImages.map(({ name }) => name);
  const built = builtImages(list, names);
  write('notes.md', notes);
  write('component/kustomization.yaml', pinnedComponent(read(componentPath), built, version));
  cpSync(join(root, chartPath), join(folder, 'chart'), { recursive: true });
  write('chart/values.yaml', releasedValues(read(join(chartPath, 'values.yaml')), registry));
  write('files/images.txt', `${built.map(({ repository, digest }) => `${repository}@${digest}`).join('\n')}\n`);
}
