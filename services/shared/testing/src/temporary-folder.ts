import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Creates a folder for the tests of a file, deleted after them. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'nightshelf-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
