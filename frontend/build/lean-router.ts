import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const production = new URL('./dist/production/index.mjs', import.meta.resolve('react-router/package.json'));

/** In its Link: prefetching by a manifest, which nothing but its framework mode has. */
const prefetching = 'return shouldPrefetch && !isAbsolute ?';

/**
 * The router as this client needs it, 2 KB less of every visit: without its warnings (by its name it exports its build for
 * development) and without prefetching.
 * @throws when the router no longer looks like this
 */
export function leanRouter(): Plugin {
  let isLean = false;
  return {
    name: 'lean-router',
    apply: 'build',
    config: () => ({ resolve: { alias: [{ find: /^react-router$/, replacement: fileURLToPath(production) }] } }),
    transform: {
      filter: { id: /react-router\/dist\/production\// },
      handler: (code) => {
        if (!code.includes(prefetching)) return null;
        isLean = true;
        return { code: code.replace(prefetching, 'return false ?'), map: null };
      },
    },
    buildEnd: (error) => {
      if (!error && !isLean) throw new Error(`react-router no longer says "${prefetching}"`);
    },
  };
}
