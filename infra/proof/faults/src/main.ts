import { join } from 'node:path';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { runDrill } from './drill.ts';
import { type DrillOptions, readOptions, usage } from './options.ts';
import { writeReport } from './report/report.ts';

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping.signal.aborted) process.exit(130);
    console.error('Stops what it has started; once more ends at once.');
    stopping.abort(new Error('Stopped'));
  });
}

const options = asked();
try {
  const folder = join(checkoutRoot, '.data', 'drills', `${options.bus}-${options.seed}`);
  const result = await runDrill(options, { folder, say: (line) => console.log(line), signal: stopping.signal });
  const { summary, whole } = writeReport(result, folder);
  console.log(`\n${summary}\nReport: ${join(folder, 'report.md')}`);
  process.exit(stopping.signal.aborted ? 130 : whole ? 0 : 1);
} catch (error) {
  console.error(error);
  process.exit(1);
}

function asked(): DrillOptions {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`);
    process.exit(2);
  }
}
