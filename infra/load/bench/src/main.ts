import { benchFrontend } from './frontend/bench.ts';
import { benchGateway } from './gateway/bench.ts';
import { benchLoad } from './load/bench.ts';
import { benchPropagation } from './propagation/bench.ts';
import { benchSearch } from './search/bench.ts';

const benches: Readonly<Record<string, () => Promise<void>>> = {
  frontend: benchFrontend,
  gateway: benchGateway,
  load: benchLoad,
  propagation: benchPropagation,
  search: benchSearch,
};

const [name = ''] = process.argv.slice(2);
const bench = benches[name];
if (bench) {
  await bench();
} else {
  console.error(`Usage: npm run bench -- <name>, one of: ${Object.keys(benches).join(', ')}`);
  process.exitCode = 1;
}
