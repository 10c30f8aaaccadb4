import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chartFiles } from '../src/chart/chart.ts';
import { manifests } from '../src/render.ts';
import { cannotRender } from './support/overlays.ts';

test.skipIf(cannotRender)('k8s/chart is what `npm run chart` makes of overlays/standalone', () => {
  const folder = join(manifests, 'chart');
  const there = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  const made = chartFiles();
  expect(there.sort()).toEqual([...made.keys()].sort());
  for (const [path, text] of made) expect(readFileSync(join(folder, path), 'utf8'), path).toBe(text);
});
