import { parseArgs } from 'node:util';
import { crowdFile, saveCrowd, seed } from './seed.ts';

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '1000' },
    games: { type: 'string', default: '100' },
    url: { type: 'string', default: process.env.BASE_URL ?? 'http://localhost:8080' },
  },
});
const { url } = values;
const [users, games] = [Number(values.users), Number(values.games)];
if (![users, games].every((value) => Number.isInteger(value) && value > 0)) {
  console.error('Usage: npm run seed -- [--users 1000] [--games 100] [--url http://localhost:8080]');
  process.exit(2);
}

try {
  saveCrowd(await seed({ url, users, games }), crowdFile(url));
} catch (error) {
  const { message } = error as Error;
  console.error(`\n${message}`);
  if (message.includes('429')) {
    console.error('The product limits the requests of one address. Start it with RATE_LIMIT_FACTOR=10000.');
  }
  process.exit(1);
}
