import type { Plugin } from 'vite';

/**
 * Preloads the fonts in index.html, since the browser would otherwise find them only after the style sheet. Scripts
 * come first: fallback fonts (styles/fonts.css) show text until then, but the page is empty without scripts.
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
