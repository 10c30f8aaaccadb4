/** Takes one turn of a bench with the code of the checkout that this file lies in, and tells who started it the figures. */
import { loadTurnBench } from '../benches.ts';

const [name = ''] = process.argv.slice(2);
const bench = await loadTurnBench(name);
const figures = await bench.turn();
process.send?.(figures, () => process.exit());
