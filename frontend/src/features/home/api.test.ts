import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failure } from '../../test/answers.ts';
import { serverStore, settle } from '../../test/server-store.ts';
import { homeApi } from './api.ts';

const { initiate, select } = homeApi.endpoints.dailyReviews;
const video = {
  id: 'a',
  title: 'A review',
  description: '',
  thumbnail: null,
  channel_title: 'Slow Gaming',
  published_at: '2025-11-10T08:00:00.000Z',
  embed_url: 'https://www.youtube-nocookie.com/embed/a',
  url: 'https://www.youtube.com/watch?v=a',
};

/** Opens the page once per response. */
async function visits(...responses: (object | Error)[]) {
  const left = [...responses];
  const last = responses.at(-1) ?? {};
  const { dispatch, state } = serverStore({ 'GET /api/youtube/daily-reviews': () => left.shift() ?? last });
  for (const _ of responses) {
    const visit = dispatch(initiate());
    await settle();
    visit.unsubscribe();
  }
  return select()(state());
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('keeps the videos on screen when newer ones cannot be loaded', async () => {
  const { data, isError } = await visits({ videos: [video] }, failure(500, 'internal'));
  expect({ data, isError }).toEqual({ data: { videos: [video] }, isError: true });
});
