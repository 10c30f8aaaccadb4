import type { Plugin } from 'vite';
import { askAhead, type PageNeeds } from './ask-ahead.ts';

interface Page {
  /** The module that the page is loaded by (src/app/pages.ts). */
  readonly module: string;
  readonly calls?: readonly string[];
  readonly ownCalls?: readonly string[];
}

const library = '/api/games/library';

/** By address; one that ends in a slash stands for all below it. */
const pages: Readonly<Record<string, Page>> = {
  '/': { module: 'home/home-route', calls: ['/api/youtube/daily-reviews'], ownCalls: [library] },
  '/login': { module: 'auth/login-route' },
  '/register': { module: 'auth/register-route' },
  '/search': { module: 'search/search-route', calls: ['/api/games/search?{q}&limit=50'], ownCalls: [library] },
  '/game/': { module: 'game/game-route', calls: ['/api/games/{last}'], ownCalls: [library] },
  '/library': { module: 'vault/vault-route', ownCalls: [library] },
  '/users': { module: 'users/users-route' },
  '/users/': { module: 'users/user-route' },
  '/profile': { module: 'profile/profile-route', ownCalls: ['/api/auth/profile', library] },
  '/profile/security': { module: 'security/security-route' },
};

/** The part of a built file that is read. */
interface Built {
  readonly facadeModuleId?: string | null;
  readonly imports?: readonly string[];
  readonly isEntry?: boolean;
}

/**
 * Has index.html ask for the files and the calls of the page that the address names.
 * @throws when a page's module is not in the build
 */
export function preloadPages(): Plugin {
  return {
    name: 'preload-pages',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const needs = JSON.stringify(needsOfPages(bundle as Record<string, Built>));
        // Not at the end of the head: there it would wait for the style sheet.
        return html.replace(
          '<script type="module"',
          () => `<script>(${askAhead})(${needs})</script>\n    <script type="module"`,
        );
      },
    },
  };
}

function needsOfPages(bundle: Readonly<Record<string, Built>>): Record<string, PageNeeds> {
  const closure = (file: string): string[] => [file, ...(bundle[file]?.imports ?? []).flatMap(closure)];
  const entry = Object.keys(bundle).filter((file) => bundle[file]?.isEntry);
  const everyPage = new Set(entry.flatMap(closure));
  return Object.fromEntries(
    Object.entries(pages).map(([address, { module, calls = [], ownCalls = [] }]) => {
      const file = Object.keys(bundle).find((name) => bundle[name]?.facadeModuleId?.includes(`/features/${module}.`));
      if (!file) throw new Error(`The build has no file for ${module}`);
      const own = [...new Set(closure(file))].filter((name) => !everyPage.has(name));
      return [address, { files: own.map((name) => `/${name}`), calls, ownCalls }];
    }),
  );
}
