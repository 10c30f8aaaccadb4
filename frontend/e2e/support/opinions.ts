import { expect, type Page } from '@playwright/test';
import { createAccount, follow, type Gamer } from './accounts.ts';
import { otherSession, someName } from './gamer.ts';
import { addByGuid } from './shelf.ts';

/** Five users who finished a game, with their ratings and hours for its story. */
const five = [
  { rating: 10, hours: 10 },
  { rating: 8, hours: 11 },
  { rating: 8, hours: 12 },
  { rating: 7, hours: 13 },
  { rating: 2, hours: 14 },
];

/** Games whose times and ratings no other test reports. */
export const judged = {
  desktop: '3030-50003',
  mobile: '3030-50004',
  screens: '3030-50005',
  late: '3030-50006',
} as const;

/**
 * Makes users count in the statistics: accounts created weeks ago on different days, with verified addresses. Changes
 * the library's copy, because no call can make an account older.
 */
async function makeEstablished(people: readonly Gamer[]): Promise<void> {
  const rows = people.map(({ id }, at) => `('${id}'::uuid, ${at + 20})`).join();
  const body = `update users set email_verified = true, created_at = now() - make_interval(days => given.days)
    from (values ${rows}) as given (id, days) where users.id = given.id`;
  const answer = await fetch(`${process.env.CONTROL_URL}/databases/library/query`, { method: 'POST', body });
  expect(answer.ok).toBe(true);
}

/** Makes five users finish a game and the signed-in user follow two of them, and waits until all services know it. */
export async function finishTogether(page: Page, guid: string): Promise<readonly Gamer[]> {
  const people: Gamer[] = [];
  for (const { rating, hours } of five) {
    const request = await otherSession();
    people.push(await createAccount(request, someName('player')));
    const id = await addByGuid(request, guid, { status: 'completed', rating, hours_played: hours });
    const data = { completion: 'story', hours };
    expect((await request.post(`/api/games/library/${id}/playthroughs`, { data })).status()).toBe(201);
    await request.dispose();
  }
  for (const { id } of people.slice(0, 2)) await follow(page.request, id);
  const figures = async () => {
    await makeEstablished(people);
    const { ratings, followed } = await (await page.request.get(`/api/users/games/${guid}`)).json();
    const { times } = await (await page.request.get(`/api/games/library/times?guids=${guid}`)).json();
    return [ratings?.count >= five.length, followed.people.length >= 2, times.length];
  };
  await expect.poll(figures).toEqual([true, true, 1]);
  return people;
}
