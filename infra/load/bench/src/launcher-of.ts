import { join } from 'node:path';

/** The launcher of another checkout, or of this one. @param root folder of the checkout */
export const launcherOf = (root: string): Promise<typeof import('@nightshelf/local')> =>
  import(join(root, 'infra', 'local', 'src', 'index.ts'));
