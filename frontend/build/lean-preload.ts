import type { Plugin } from 'vite';

/** Vite's module id for the helper of `import()`. */
const helper = '\0vite/preload-helper.js';

/**
 * Replaces Vite's preload helper with a smaller one, without style sheets (the only one is in index.html) and old
 * browsers. The first script lists no files: index.html preloads those of the pages (preload-pages.ts), and its other
 * imports need few.
 * @throws when a chunk has its own style sheet
 */
export function leanPreload(): Plugin {
  return {
    name: 'lean-preload',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      build: {
        // A browser without modulepreload also lacks Promise.withResolvers and other features that the client needs.
        modulePreload: {
          polyfill: false,
          resolveDependencies: (_, files, { hostId, hostType }) =>
            hostType === 'js' && /\/index-[\w-]+\.js$/.test(hostId) ? [] : files,
        },
      },
    }),
    load: (id) => (id === helper ? code : null),
    generateBundle(_, bundle) {
      const sheets = Object.keys(bundle).filter((file) => file.endsWith('.css'));
      if (sheets.length > 1) this.error(`Only index.html loads a style sheet: ${sheets.join(', ')}`);
    },
  };
}

// A file with a link is already preloaded, by index.html or here.
const code = `
export const __vitePreload = (load, files = []) => {
  for (const file of files) {
    const href = '/' + file;
    if (document.querySelector('link[href="' + href + '"]')) continue;
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }),
    );
  }
  return load();
};`;
