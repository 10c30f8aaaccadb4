import { expect, test } from 'vitest';
import { Teardown } from './start-process.ts';

test('closes resources in reverse order, even when a step fails or hangs', async () => {
  const closed: string[] = [];
  const teardown = new Teardown(20);
  teardown.add('database', () => closed.push('database'));
  teardown.add('hangs', () => new Promise(() => closed.push('hangs')));
  teardown.add('fails', () => {
    closed.push('fails');
    throw new Error('broken');
  });
  teardown.add('http', async () => closed.push('http'));
  await teardown.run();
  expect(closed).toEqual(['http', 'fails', 'hangs', 'database']);
});
