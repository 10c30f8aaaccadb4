import { runBrowserTests } from './browser.ts';
import { summarise } from './summary.ts';

const began = performance.now();
const counts = await runBrowserTests(process.argv.slice(2));
const seconds = (performance.now() - began) / 1000;
const { text, exitCode } = summarise([{ name: 'browser', seconds, counts }], process.env.CI === 'true');
console.log(text);
process.exit(exitCode);
