import type { Plugin } from 'vite';

/**
 * Asks for the fonts in index.html, since the browser would else find them only after the style sheet; after the scripts,
 * since there is something to read in the stand-ins (styles/fonts.css) meanwhile and nothing without scripts.
 */
export function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => file.endsWith('.woff2'))
          .map((file) => ({
            tag: 'link',
            attrs: {
              rel: 'preload',
              href: `/${file}`,
              as: 'font',
              type: 'font/woff2',
              crossorigin: true,
              fetchpriority: 'low',
            },
            injectTo: 'body' as const,
          })),
    },
  };
}
