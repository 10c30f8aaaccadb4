import { startSimulator } from './app.ts';

const { HOST, PORT, SIMULATOR_PUBLIC_URL, EXIT_WITH_PARENT } = process.env;
const simulator = await startSimulator({
  host: HOST || undefined,
  port: Number(PORT || 0),
  publicUrl: SIMULATOR_PUBLIC_URL || undefined,
});
console.log(`Simulator of Giant Bomb, IGDB, Wikidata, Steam and YouTube: ${simulator.url}`);

async function stop(): Promise<void> {
  await simulator.close();
  process.exit(0);
}

process.once('SIGTERM', stop);
process.once('SIGINT', stop);
// A killed launcher closes the channel without sending a signal.
if (EXIT_WITH_PARENT === '1') process.once('disconnect', stop);
