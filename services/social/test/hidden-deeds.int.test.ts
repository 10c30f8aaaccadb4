import { socialCalls, userUpdated } from '@nightshelf/contracts';
import { startTestService, type TestService } from '@nightshelf/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { socialService } from '../src/service.ts';
import { shelve, somebody, someEntry, someGame, untilRow } from './helpers.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(socialService);
});
afterAll(() => service.stop());

test('what a private owner does with hidden games neither takes the place of shared deeds nor shows by that', async () => {
  const [owner, viewer] = [await somebody(service), await somebody(service)];
  await service.deliver(userUpdated, { data: { ...owner.user, privacy: 'private' }, version: 2 });
  await untilRow(service, 'users', `id = $1 and privacy = 'private'`, [owner.id]);
  await viewer.client.call(socialCalls.followUser, { params: { id: owner.id } });
  const told = async () => (await viewer.client.call(socialCalls.listDeeds, {})).deeds.map(({ game }) => game.guid);
  const shared = someGame();
  await shelve(service, [shared], [someEntry(owner.id, shared.guid, { is_shared: true })]);
  expect(await told()).toEqual([shared.guid]);
  const hidden = Array.from({ length: 10 }, () => someGame());
  await shelve(
    service,
    hidden,
    hidden.map(({ guid }) => someEntry(owner.id, guid)),
  );
  expect(await told()).toEqual([shared.guid]);
});
