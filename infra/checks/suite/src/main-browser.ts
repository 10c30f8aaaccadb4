import { browserRuns, runBrowserTests } from './browser.ts';
import { summarise } from './summary.ts';

const began = performance.now();
const args = process.argv.slice(2);
const counts = await runBrowserTests(args.length > 0 ? [args] : browserRuns.everyChange);
const seconds = (performance.now() - began) / 1000;
const { text, exitCode } = summarise([{ name: 'browser', seconds, counts }], process.env.CI === 'true');
console.log(text);
process.exit(exitCode);
