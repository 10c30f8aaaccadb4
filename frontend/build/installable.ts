import { VitePWA } from 'vite-plugin-pwa';

const days = 24 * 60 * 60;

/**
 * Makes the client installable and usable offline. The worker's only user data are covers, which lib/user-caches.ts
 * deletes at sign-out.
 */
export const installable = () =>
  VitePWA({
    // The page registers it itself once it is idle (app/later/later.ts).
    injectRegister: null,
    manifest: {
      id: '/',
      name: 'Nightshelf',
      short_name: 'Nightshelf',
      description: 'Discover, organize, and track your personal game library.',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      background_color: '#10131d',
      theme_color: '#10131d',
      categories: ['games', 'entertainment'],
      icons: [
        { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
        { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
      // The search page turns it into a search (features/search/shared).
      share_target: { action: '/search', method: 'GET', params: { title: 'title', text: 'text', url: 'url' } },
      shortcuts: [
        { name: 'Tonight', url: '/tonight' },
        { name: 'Search', url: '/search' },
        { name: 'Vault', url: '/library' },
        { name: 'Notifications', url: '/notifications' },
        { name: 'Users', url: '/users' },
      ],
    },
    includeManifestIcons: false,
    workbox: {
      globPatterns: ['index.html', 'favicon.svg', 'assets/*.{js,css,woff2}'],
      // Open pages need the files of their own build, so a new worker waits until they are closed.
      skipWaiting: false,
      clientsClaim: false,
      cleanupOutdatedCaches: true,
      inlineWorkboxRuntime: true,
      sourcemap: false,
      importScripts: ['/push.js', '/share.js'],
      // Load pages from the server first, so that a new release appears on the next visit; use the cache only offline.
      directoryIndex: null,
      navigateFallback: null,
      runtimeCaching: [
        {
          urlPattern: ({ request, sameOrigin, url }) =>
            request.mode === 'navigate' && sameOrigin && !url.pathname.startsWith('/api/'),
          handler: 'NetworkOnly',
          options: { precacheFallback: { fallbackURL: '/index.html' } },
        },
        {
          // Covers of providers, drawn covers and users' own covers, but no video thumbnails, which are useless without
          // the videos.
          urlPattern: ({ request, sameOrigin, url }) =>
            request.destination === 'image' &&
            (sameOrigin
              ? /^\/api\/games\/(covers|library\/own-games\/[^/]+\/cover)$/.test(url.pathname)
              : url.hostname !== 'i.ytimg.com'),
          handler: 'NetworkFirst',
          options: {
            cacheName: 'nightshelf-covers',
            networkTimeoutSeconds: 5,
            expiration: { maxEntries: 150, maxAgeSeconds: 30 * days, purgeOnQuotaError: true },
            cacheableResponse: { statuses: [0, 200] },
          },
        },
      ],
    },
  });
