import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chartFiles } from '../src/chart.ts';
import { manifests } from '../src/tools.ts';
import { cannotRender } from './support/overlays.ts';

test.skipIf(cannotRender)('k8s/chart is the output of `npm run chart`', () => {
  const folder = join(manifests, 'chart');
  const committed = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  const written = chartFiles();
  expect(committed.sort()).toEqual([...written.keys()].sort());
  for (const [path, text] of written) expect(readFileSync(join(folder, path), 'utf8'), path).toBe(text);
});
