/** Takes one turn of a bench with the product of another folder, and tells who started it the figures. */
import { loadBench } from '../benches.ts';

const [name = '', root = ''] = process.argv.slice(2);
const bench = await loadBench(name);
const figures = await bench.turn(root);
process.send?.(figures, () => process.exit());
