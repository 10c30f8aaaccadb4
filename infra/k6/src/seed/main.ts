import { parseArgs } from 'node:util';
import { crowdFile, keepCrowd } from './crowd.ts';
import { seed } from './seed.ts';

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '1000' },
    games: { type: 'string', default: '100' },
    url: { type: 'string', default: process.env.BASE_URL ?? 'http://localhost:8080' },
  },
});

const [users, games] = [Number(values.users), Number(values.games)];
if (!(Number.isInteger(users) && users > 0 && Number.isInteger(games) && games > 0)) {
  console.error('Usage: npm run seed -- --users 1000 --games 100 [--url http://localhost:8080]');
  process.exit(2);
}
try {
  keepCrowd(await seed({ url: values.url, users, games }), crowdFile(values.url));
} catch (error) {
  const { message } = error as Error;
  console.error(`\n${message}`);
  if (message.includes('429')) {
    console.error(
      'The product limits how much one address may do. Start it with RATE_LIMIT_FACTOR=10000 for load tests.',
    );
  }
  process.exit(1);
}
