import type { Wish } from './suggest.ts';

/** Minutes to choose from at a glance. */
export const quickMinutes = [30, 60, 90, 120, 180] as const;
export const minutesBounds = { least: 5, most: 1440 } as const;
const usual = 90;

/** How many games are shown at a time. */
export const atATime = 3;

/** Minutes as somebody has typed them; null for what is none. */
export function minutesFrom(typed: string): number | null {
  const minutes = Number(typed);
  const { least, most } = minutesBounds;
  return typed.trim() !== '' && Number.isInteger(minutes) && minutes >= least && minutes <= most ? minutes : null;
}

/** What an address asks for, and from which suggestion on. What it does not say, or says wrongly, is as usual. */
export function wishIn(query: URLSearchParams): Wish & { readonly from: number } {
  const number = (name: string) => (/^\d{1,10}$/.test(query.get(name) ?? '') ? Number(query.get(name)) : null);
  return {
    minutes: minutesFrom(query.get('minutes') ?? '') ?? usual,
    platform: number('platform'),
    from: number('from') ?? 0,
  };
}

/** The query that asks for it. */
export function addressOfWish({ minutes, platform }: Wish, from = 0): string {
  const said = new URLSearchParams({ minutes: String(minutes) });
  if (platform !== null) said.set('platform', String(platform));
  if (from > 0) said.set('from', String(from));
  return `?${said}`;
}
