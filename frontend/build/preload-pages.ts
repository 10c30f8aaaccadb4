import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import type { PageNeeds } from '../src/app/ask-ahead.ts';
import { pageNames, pages } from '../src/app/pages.ts';

type Bundle = Readonly<Record<string, Rolldown.OutputAsset | Rolldown.OutputChunk>>;

/**
 * Has index.html ask for the files and the calls of the page that the address names.
 * @throws when a page's file is not in the build
 */
export function preloadPages(): Plugin {
  return {
    name: 'preload-pages',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: async (html, { bundle = {} }) => {
        const script = await askAheadFor(needsOfPages(bundle));
        // Not at the end of the head: there it would wait for the style sheet.
        return html.replace('<script type="module"', (tag) => `<script>${script}</script>\n    ${tag}`);
      },
    },
  };
}

/** src/app/ask-ahead.ts as one script that needs no other. */
async function askAheadFor(needs: readonly PageNeeds[]): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { needsOfPages: JSON.stringify(needs) },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: fileURLToPath(new URL('../src/app/ask-ahead.ts', import.meta.url)),
        output: { format: 'iife' },
      },
    },
  });
  return (built as Rolldown.RolldownOutput).output[0].code.trim();
}

/** The file and all that it imports, each once. */
function closureOf(file: string, bundle: Bundle, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const chunk = bundle[file];
  if (chunk?.type === 'chunk') for (const imported of chunk.imports) closureOf(imported, bundle, found);
  return found;
}

function needsOfPages(bundle: Bundle): PageNeeds[] {
  const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk') as Rolldown.OutputChunk[];
  const everyPage = new Set(
    chunks.filter(({ isEntry }) => isEntry).flatMap(({ fileName }) => [...closureOf(fileName, bundle)]),
  );
  // What has no page has no address.
  const addressed = pageNames.map((name) => pages[name]).filter(({ path }) => path !== '*');
  return addressed.map(({ path, file, firstCalls, ownCalls }) => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/features/${file}.tsx`));
    if (!chunk) throw new Error(`The build has no file for ${file}`);
    const own = [...closureOf(chunk.fileName, bundle)].filter((each) => !everyPage.has(each));
    return {
      path,
      files: own.map((each) => `/${each}`),
      ...(firstCalls && { firstCalls }),
      ...(ownCalls && { ownCalls }),
      ...(path === pages.vault.path && { isVault: true }),
    };
  });
}
