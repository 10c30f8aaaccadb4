import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { installable } from './build/installable.ts';
import { precompress } from './build/precompress.ts';
import { preloadFonts } from './build/preload-fonts.ts';

/** Packages every page needs; apart from our own code, so that a release of ours leaves them in the visitor's cache. */
const vendor =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|react-redux|redux|@reduxjs|immer|use-sync-external-store|redux-saga|@redux-saga|typed-redux-saga|@babel)\//;

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadFonts(), installable(), precompress()],
  build: {
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Toolkit brings it along, but only pages select with it.
            { name: 'reselect', test: /node_modules\/reselect\//, priority: 2 },
            { name: 'vendor', test: vendor, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://localhost:8080' } },
});
