import { startSimulator } from './app.ts';
import { optionsFromEnvironment } from './settings.ts';

const simulator = await startSimulator(optionsFromEnvironment(process.env));
console.log(`Simulator of Giant Bomb, IGDB and YouTube: ${simulator.url}`);

async function stop(): Promise<void> {
  await simulator.close();
  process.exit(0);
}

process.once('SIGTERM', stop);
process.once('SIGINT', stop);
// A killed launcher closes the channel without sending a signal.
if (process.env.EXIT_WITH_PARENT === '1') process.once('disconnect', stop);
