import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeAfterTests } from './close-after-tests.ts';

/** Creates a folder that is deleted after the tests. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'nightshelf-test-'));
  closeAfterTests(async () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
