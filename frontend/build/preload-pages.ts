import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import type { PageNeeds } from '../src/app/ask-ahead.ts';
import { pageNames, pages } from '../src/app/pages.ts';

type Bundle = Readonly<Record<string, Rolldown.OutputAsset | Rolldown.OutputChunk>>;

/**
 * Makes index.html preload the files and calls of the page in the URL.
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
        // At the end of the head it would wait for the style sheet.
        return html.replace('<script type="module"', (tag) => `<script>${script}</script>\n    ${tag}`);
      },
    },
  };
}

/** Bundles src/app/ask-ahead.ts as one self-contained script. */
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

/** Returns the file and all its imports, without duplicates. */
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
  // The not-found page has no path of its own.
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
    };
  });
}
