import type { Plugin } from 'vite';

/** Addresses and the module that each page is loaded by (src/app/pages.ts); one that ends in a slash stands for all below it. */
const pages: Readonly<Record<string, string>> = {
  '/': 'home/home-route',
  '/login': 'auth/login-route',
  '/register': 'auth/register-route',
  '/search': 'search/search-route',
  '/game/': 'game/game-route',
  '/library': 'vault/vault-route',
  '/users': 'users/users-route',
  '/users/': 'users/user-route',
  '/profile': 'profile/profile-route',
  '/profile/security': 'security/security-route',
};

/** The part of a built file that is read. */
interface Built {
  readonly facadeModuleId?: string | null;
  readonly imports?: readonly string[];
  readonly isEntry?: boolean;
}

/**
 * Asks for the files of the page that the address names while those of every page still load; the browser would else
 * find them only when these have run.
 * @throws when a page's module is not in the build
 */
export function preloadPages(): Plugin {
  return {
    name: 'preload-pages',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const script = `<script>${source(filesOfPages(bundle as Record<string, Built>))}</script>`;
        // Not at the end of the head: there it would wait for the style sheet.
        return html.replace('<script type="module"', `${script}\n    <script type="module"`);
      },
    },
  };
}

function filesOfPages(bundle: Readonly<Record<string, Built>>): Record<string, string[]> {
  const closure = (file: string): string[] => [file, ...(bundle[file]?.imports ?? []).flatMap(closure)];
  const entry = Object.keys(bundle).filter((file) => bundle[file]?.isEntry);
  const everyPage = new Set(entry.flatMap(closure));
  return Object.fromEntries(
    Object.entries(pages).map(([address, module]) => {
      const file = Object.keys(bundle).find((name) => bundle[name]?.facadeModuleId?.includes(`/features/${module}.`));
      if (!file) throw new Error(`The build has no file for ${module}`);
      return [address, [...new Set(closure(file))].filter((name) => !everyPage.has(name))];
    }),
  );
}

const source = (files: Readonly<Record<string, readonly string[]>>) => `
      {
        const files = ${JSON.stringify(files)};
        const { pathname } = location;
        for (const file of files[pathname] ?? files[pathname.replace(/[^/]+$/, '')] ?? []) {
          const link = document.createElement('link');
          Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href: '/' + file });
          document.head.append(link);
        }
      }
    `;
