import { runProcess } from '@nightshelf/platform/service/run-process.ts';
import { startConsole } from './start-console.ts';

await runProcess(async () => {
  const { url, stop } = await startConsole(process.env);
  console.log(`The console is at ${url}`);
  return { stop };
});
