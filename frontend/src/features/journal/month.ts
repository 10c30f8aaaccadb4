import { noonOf, twoDigits } from '../../entities/plays/days.ts';

/** Returns the month in the address, or the current one. @param today such as 2026-03-01 */
export function monthIn(query: URLSearchParams, today: string): string {
  const given = query.get('month') ?? '';
  const isMonth = /^(19[7-9]\d|20\d\d)-(0[1-9]|1[0-2])$/.test(given);
  return isMonth ? given : today.slice(0, 7);
}

/**
 * Returns the weeks of a month with seven days each, such as 2026-03-01; null for days of other months.
 * @param firstWeekday 1 for Monday to 7 for Sunday
 */
export function weeksOf(month: string, firstWeekday: number): (string | null)[][] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const length = new Date(year, number, 0).getDate();
  const before = (noonOf(`${month}-01`).getDay() + 7 - (firstWeekday % 7)) % 7;
  const cells = Array.from({ length: Math.ceil((before + length) / 7) * 7 }, (_, at) => {
    const day = at - before + 1;
    return day >= 1 && day <= length ? `${month}-${twoDigits(day)}` : null;
  });
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

interface WithWeekInfo {
  readonly weekInfo?: { readonly firstDay: number };
  getWeekInfo?(): { readonly firstDay: number };
}

/** Returns the first weekday of the user's locale, 1 for Monday to 7 for Sunday; 1 if the browser does not know. */
export function firstWeekday(): number {
  const locale = new Intl.Locale(new Intl.DateTimeFormat().resolvedOptions().locale) as Intl.Locale & WithWeekInfo;
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}
