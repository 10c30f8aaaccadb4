/** `npm run chart`: writes k8s/chart anew. Its result is committed, and a test says when it is not what this makes. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { manifests } from '../render.ts';
import { chartFiles } from './chart.ts';

const folder = join(manifests, 'chart');
const files = chartFiles();
rmSync(folder, { recursive: true, force: true });
for (const [path, text] of files) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
console.log(`k8s/chart: ${files.size} files`);
