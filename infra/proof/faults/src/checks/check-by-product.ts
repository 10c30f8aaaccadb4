import { childEnvironment } from '@nightshelf/local/product/child-environment.ts';
import { runNode } from '@nightshelf/local/product/run-node.ts';
import { entryOf, services } from '@nightshelf/local/product/topology.ts';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import type { Stage } from '../stage/stage.ts';

const withoutDifferences = /no differences$|keeps no copies/;

/** What the product's own comparison of copies (`npm run verify`) has to say, line by line; nothing when all is equal. */
export async function checkByProduct(stage: Stage, onLine: (line: string) => void): Promise<string[]> {
  const said = await Promise.all(
    services.map(async (service) => {
      const { code, said } = await runNode({
        cwd: checkoutRoot,
        env: childEnvironment(checkoutRoot, { ...stage.env(service), LOG_LEVEL: 'error' }),
        args: [entryOf(service), 'verify'],
        onLine,
      });
      const lines = said.split('\n').filter((line) => line && !withoutDifferences.test(line));
      return code === 0 && lines.length === 0 ? [] : [`${service} (${code}): ${lines.join('; ')}`];
    }),
  );
  return said.flat();
}
