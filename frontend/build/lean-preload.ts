import type { Plugin } from 'vite';

/** The name that Vite gives to what it calls for each `import()`. */
const helper = '\0vite/preload-helper.js';

/**
 * Has what `import()` needs asked for at once, as Vite does, in a few lines: without its own for style sheets (there is one, in index.html)
 * and for old browsers. The first script names no files at all: those of the pages stand in index.html (preload-pages.ts), and
 * what else it loads needs little beside what is there.
 * @throws when a chunk has a style sheet of its own
 */
export function leanPreload(): Plugin {
  return {
    name: 'lean-preload',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      build: {
        // Whatever browser lacks modulepreload lacks Promise.withResolvers and more that we use.
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

// Whatever has a link has been asked for, in index.html or here.
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
