import { expect, test } from 'vitest';
import { chooseVideos, type ReviewVideo } from './review-video.ts';

const now = Date.UTC(2026, 0, 10);
const hour = 3_600_000;

const video = (id: string, channelId: string, hoursAgo: number, title = 'A review'): ReviewVideo => ({
  id,
  channelId,
  channelTitle: channelId,
  title,
  description: '',
  thumbnail: null,
  publishedAt: new Date(now - hoursAgo * hour),
});

const many = (count: number, channelId: string, title?: string) =>
  Array.from({ length: count }, (_, index) => video(`${channelId}${index}`, channelId, index, title));

const ids = (videos: readonly ReviewVideo[]) => videos.map(({ id }) => id);

test('chooses at most the three newest videos of a channel', () => {
  expect(ids(chooseVideos(many(9, 'a')))).toEqual(['a0', 'a1', 'a2']);
});

test('chooses twelve of many', () => {
  expect(chooseVideos(['a', 'b', 'c', 'd', 'e', 'f'].flatMap((channel) => many(5, channel)))).toHaveLength(12);
});

test('prefers reviews to newer trailers of the same channel', () => {
  const candidates = [...many(3, 'a', 'Official trailer'), video('old', 'a', 90, 'Elden Ring Review')];
  expect(ids(chooseVideos(candidates))).toEqual(['a0', 'a1', 'old']);
});

test('removes duplicates and accepts an empty list', () => {
  expect(ids(chooseVideos([video('x', 'a', 1), video('x', 'a', 1)]))).toEqual(['x']);
  expect(chooseVideos([])).toEqual([]);
});
