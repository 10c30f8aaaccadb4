/** `npm run chart`: writes k8s/chart. The result is committed; a test fails when it is out of date. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chartFiles } from './chart.ts';
import { manifests } from './tools.ts';

const folder = join(manifests, 'chart');
const files = chartFiles();
rmSync(folder, { recursive: true, force: true });
for (const [path, text] of files) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
console.log(`k8s/chart: ${files.size} files`);
