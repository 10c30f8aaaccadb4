import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Checkout } from './tag-faults.ts';

export const componentPath = 'k8s/components/release/kustomization.yaml';
export const chartPath = 'k8s/chart';

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
