import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReleasedImage } from './released-images.ts';

/**
 * Returns an image's npm packages as CycloneDX, from the lock that the image is installed from. npm cannot create one
 * for the whole checkout, where one tool requires the `latest` version of another.
 * @param root of the checkout
 */
export function billOfMaterials(root: string, { workspace, purpose }: NonNullable<ReleasedImage['packages']>): string {
  const folder = mkdtempSync(join(tmpdir(), 'nightshelf-bill-'));
  try {
    const manifests = 'infra/operations/docker/src/write-manifests.ts';
    execFileSync(process.execPath, [manifests, workspace, purpose, folder], { cwd: root });
    const options = ['--package-lock-only', '--sbom-format', 'cyclonedx', '--omit', 'dev'];
    return execFileSync('npm', ['sbom', ...options], { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
