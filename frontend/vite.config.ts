import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { installable } from './build/installable.ts';
import { precompress } from './build/precompress.ts';
import { preloadFonts } from './build/preload-fonts.ts';
import { preloadPages } from './build/preload-pages.ts';
import { refuseChunkCycles } from './build/refuse-chunk-cycles.ts';

/** Packages that every page needs. Separate from our code, so that a release leaves them in the visitor's cache. */
const vendor =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|react-redux|redux|@reduxjs|immer|use-sync-external-store|redux-saga|@redux-saga|typed-redux-saga|@babel)\//;

/** Only pages with server data need these 14 KB (gzip). */
const query = /node_modules\/(@reduxjs\/toolkit\/dist\/query|redux-thunk|@standard-schema)\/|src\/entities\/server\//;

/**
 * Code of most pages, in one file: a dozen small ones would take a slow network several times as long. It excludes parts
 * that need a large package on a few pages: dialogs, forms of games, long lists, rules for credentials.
 */
const shared =
  /src\/(components|entities|lib)\/(?!.*(dialog|question|entry-form|session-line|session-form|playthrough-form|game-choice|own-games\/(api|merge-undone|.*form|.*field|read-cover)|use-virtual-grid|entry-grid|entry-table|entry\/quick|credentials))|lucide-react|node_modules\/idb\/|contracts\/.*(platforms|entry-rules|play-rules)/;

/**
 * Other code that several pages and dialogs share, one file for each kind: each file costs a slow network as much as ten
 * kilobytes.
 */
const inCommon = [
  { name: 'quick', test: /src\/entities\/entry\/quick\/|src\/lib\/use-dialog-history/ },
  { name: 'forms', test: /src\/entities\/entry-form\// },
  { name: 'dialog', test: /src\/components\/ui\/(dialog|question)/ },
  { name: 'own-games', test: /src\/entities\/(own-games|game-choice)\// },
  { name: (id: string) => `of-${/features\/([\w-]+)/.exec(id)?.[1]}`, test: /src\/features\/[\w-]+\// },
];

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadFonts(), preloadPages(), installable(), refuseChunkCycles(), precompress()],
  build: {
    assetsInlineLimit: 0,
    // A browser without modulepreload also lacks Promise.withResolvers and other features that the client needs.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'query', test: query, priority: 4, includeDependenciesRecursively: false },
            // Only selectors need it, but the toolkit imports it, which would load it on every page.
            { name: 'reselect', test: /node_modules\/reselect\//, priority: 4, includeDependenciesRecursively: false },
            { name: 'vendor', test: vendor, priority: 3 },
            { name: 'app', tags: ['$initial'], test: /./, priority: 2 },
            { name: 'shared', test: shared, priority: 1, minShareCount: 2, includeDependenciesRecursively: false },
            ...inCommon.map((group) => ({ ...group, minShareCount: 2, includeDependenciesRecursively: false })),
            { name: 'later', test: /src\/app\/(later|layout\/(footer|toaster))/ },
          ],
        },
      },
    },
  },
  // The gateway compares the page's origin with the requested host.
  server: { proxy: { '/api': { target: 'http://localhost:8080', changeOrigin: false } } },
});
