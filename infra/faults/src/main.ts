import { join } from 'node:path';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { runDrill } from './drill.ts';
import { readOptions, usage } from './options.ts';
import { writeReport } from './report/report.ts';

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping.signal.aborted) process.exit(130);
    console.error('Stops what it has started; once more ends at once.');
    stopping.abort(new Error('Stopped'));
  });
}

try {
  const options = readOptions(process.argv.slice(2));
  const folder = join(checkoutRoot, '.data', 'drills', `${options.bus}-${options.seed}`);
  const result = await runDrill(options, { folder, say: (line) => console.log(line), signal: stopping.signal });
  const { summary, whole } = writeReport(result, folder);
  console.log(`\n${summary}\nReport: ${join(folder, 'report.md')}`);
  process.exit(stopping.signal.aborted ? 130 : whole ? 0 : 1);
} catch (error) {
  console.error(error instanceof Error && error.message.startsWith('--') ? `${error.message}\n${usage}` : error);
  process.exit(1);
}
