import type { Plugin, Rolldown } from 'vite';

/**
 * Fails a build with cyclic chunks: their execution order depends on the first page, so one may use the other before it
 * has run.
 * @throws with the chunks of a cycle
 */
export function refuseChunkCycles(): Plugin {
  return {
    name: 'refuse-chunk-cycles',
    apply: 'build',
    generateBundle(_, bundle) {
      const cycle = findCycle(bundle);
      if (cycle)
        this.error(`Chunks need each other: ${cycle.join(' → ')}. The groups of vite.config.ts must separate them.`);
    },
  };
}

function findCycle(bundle: Rolldown.OutputBundle): readonly string[] | null {
  const done = new Set<string>();
  const follow = (file: string, path: readonly string[]): readonly string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    const chunk = bundle[file];
    if (done.has(file) || chunk?.type !== 'chunk') return null;
    for (const imported of chunk.imports) {
      const cycle = follow(imported, [...path, file]);
      if (cycle) return cycle;
    }
    done.add(file);
    return null;
  };
  for (const file of Object.keys(bundle)) {
    const cycle = follow(file, []);
    if (cycle) return cycle;
  }
  return null;
}
