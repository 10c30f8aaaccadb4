import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort, isFree } from '@nightshelf/servers/process/kept.ts';
import { Refusal } from '@nightshelf/servers/process/tools.ts';
import { lockDataDir } from '../data-dir/lock.ts';
import { readSettings, type Settings } from '../settings/settings.ts';

/** The settings and data folder of a product, locked by this process. */
export interface Place {
  /** Complete; DATA_DIR is absolute. */
  readonly settings: Settings;
  /** The data folder is deleted on stop. */
  readonly throwAway: boolean;
}

/**
 * Completes the settings and locks the data folder. Without PORT it picks a free port. Without DATA_DIR it creates a
 * temporary folder and simulates providers unless DEMO is set.
 * @param stack releases the folder and the port
 * @throws Refusal when the port or the data folder is in use
 */
export async function takePlace(given: Partial<Settings>, root: string, stack: AsyncDisposableStack): Promise<Place> {
  const throwAway = given.DATA_DIR === undefined;
  const dataDir = given.DATA_DIR === undefined ? temporaryFolder(stack) : resolve(root, given.DATA_DIR);
  const settings = {
    ...readSettings({}),
    PORT: given.PORT ?? (await freePort()),
    DEMO: throwAway,
    ...given,
    DATA_DIR: dataDir,
  };
  stack.defer(lockDataDir(dataDir));
  if (!(await isFree(settings.PORT, settings.HOST))) {
    throw new Refusal(`Port ${settings.PORT} is in use. Stop what listens there, or set PORT to another one.`);
  }
  return { settings, throwAway };
}

function temporaryFolder(stack: AsyncDisposableStack): string {
  const folder = mkdtempSync(join(tmpdir(), 'nightshelf-'));
  // Under root, PostgreSQL runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o711);
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
