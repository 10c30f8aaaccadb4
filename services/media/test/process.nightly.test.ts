import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingsError } from '@nightshelf/platform/config/settings.ts';
import { until } from '@nightshelf/testing';
import { temporaryFolder } from '@nightshelf/testing/temporary-folder.ts';
import { expect, onTestFinished, test } from 'vitest';
import { loadChannels } from '../src/channels/load-channels.ts';
import { YouTube } from './youtube.ts';

const main = new URL('../src/main.ts', import.meta.url).pathname;
const key = 'AIzaNobodyMayEverSeeThisKey';
const youtube = await YouTube.start();

test('never logs the key, however YouTube fails', async () => {
  await youtube.fail('down');
  const service = await youtube.media({ ROLES: 'http' });
  const env = { ...process.env, ...service.env, ROLES: 'jobs', YOUTUBE_API_KEY: key, LOG_LEVEL: 'trace' };
  const child = spawn(process.execPath, [main], { env });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (log += chunk));
  const exited = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  const says = (text: string) => until(`it says ${text}`, () => log.includes(text), 60_000);
  await says('playlistItems: ');
  for (const [mode, consequence] of [
    ['server-error', 'answered 500'],
    ['html', 'in another form'],
    ['none', 'refuses to answer: key'],
  ] as const) {
    await youtube.fail(mode);
    await says(consequence);
  }
  child.kill('SIGTERM');
  expect((await exited)[0]).toBe(0);
  expect(log).not.toContain(key);
});

test('exits with a message when the channels file is missing', async () => {
  const service = await youtube.media({ ROLES: 'http' });
  const env = { ...process.env, ...service.env, CHANNELS_FILE: '/nowhere/channels.json' };
  const child = spawn(process.execPath, [main], { env });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += chunk));
  const [code] = await once(child, 'exit');
  expect(code).toBe(78);
  expect(errors).toContain('CHANNELS_FILE');
});

/** @returns the path of a channels file that is deleted after the test */
function channelsFile(content: string): string {
  const path = join(temporaryFolder(), 'channels.json');
  writeFileSync(path, content);
  return path;
}

test.each(['IGN', '[]', '{"channels":[]}', '{"channels":[{"channelId":"IGN","title":"IGN"}]}'])(
  'refuses the channels file %s',
  async (content) => {
    await expect(loadChannels(channelsFile(content))).rejects.toThrow(SettingsError);
  },
);

test('has valid, distinct built-in channels', async () => {
  const channels = await loadChannels();
  expect(channels.length).toBeGreaterThanOrEqual(10);
  expect(new Set(channels.map(({ channelId }) => channelId)).size).toBe(channels.length);
  for (const { channelId, uploadsPlaylistId } of channels) expect(uploadsPlaylistId).toBe(`UU${channelId.slice(2)}`);
});

test('reads configured channels instead of the built-in ones', async () => {
  await youtube.reset();
  const content = JSON.stringify({ channels: [{ channelId: 'UCKy1dAqELo0zrOtPkf0eTMw', title: 'IGN' }] });
  await youtube.media({ CHANNELS_FILE: channelsFile(content) });
  await until('it has asked', async () => (await youtube.calls('/videos')).length === 1);
  expect(await youtube.calls('/playlistItems')).toHaveLength(1);
});
