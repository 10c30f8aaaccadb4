import { failedOnce } from './counts.ts';
import { stages } from './stages.ts';
import { type StageResult, type Summary, summarise } from './summary.ts';

/**
 * Runs stages one after the other; one that fails does not keep the others from running.
 * @param names of some stages, or `nightly` for what is left for the night; what every change is proven by when there are none
 * @throws an error naming the stages when one is unknown
 */
export async function runStages(names: readonly string[], strict: boolean): Promise<Summary> {
  const all = { ...stages.everyChange, ...stages.everyNight };
  const wanted = names.length > 0 ? names.flatMap(stagesOf) : Object.keys(stages.everyChange);
  const unknown = wanted.filter((name) => !(name in all));
  if (unknown.length > 0) {
    throw new Error(`No such stage: ${unknown.join(', ')}. There are ${Object.keys(all).join(', ')}.`);
  }
  const results: StageResult[] = [];
  for (const [name, run] of Object.entries(all)) {
    if (!wanted.includes(name)) continue;
    console.log(`\n── ${name} ${'─'.repeat(60 - name.length)}`);
    const began = performance.now();
    const counts = await run().catch((error: unknown) => {
      console.error(error);
      return failedOnce(String(error));
    });
    results.push({ name, seconds: (performance.now() - began) / 1000, counts });
  }
  return summarise(results, strict);
}

const stagesOf = (name: string) => (name === 'nightly' ? Object.keys(stages.everyNight) : [name]);
