import { parseArgs } from 'node:util';
import { crowdFile, keepCrowd } from './crowd.ts';
import { seed } from './seed.ts';

const { users, games, url } = asked();
try {
  keepCrowd(await seed({ url, users, games }), crowdFile(url));
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

function asked() {
  try {
    const { values } = parseArgs({
      options: {
        users: { type: 'string', default: '1000' },
        games: { type: 'string', default: '100' },
        url: { type: 'string', default: process.env.BASE_URL ?? 'http://localhost:8080' },
      },
    });
    return {
      url: values.url,
      users: wholeNumber('--users', values.users),
      games: wholeNumber('--games', values.games),
    };
  } catch (error) {
    const { message } = error as Error;
    console.error(`${message}\nUsage: npm run seed -- [--users 1000] [--games 100] [--url http://localhost:8080]`);
    process.exit(2);
  }
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`${name} is a whole number from 1`);
  return value;
}
