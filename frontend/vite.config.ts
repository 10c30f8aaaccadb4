import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './build/precompress.ts';
import { preloadFonts } from './build/preload-fonts.ts';

/** Packages every page needs; apart from our own code, so that a release of ours leaves them in the visitor's cache. */
const vendor =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|react-redux|redux|@reduxjs|immer|use-sync-external-store|redux-saga|@redux-saga|typed-redux-saga|@babel)\//;

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadFonts(), precompress()],
  build: {
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'vendor', test: vendor }] } },
    },
  },
  server: { proxy: { '/api': 'http://localhost:8080' } },
});
