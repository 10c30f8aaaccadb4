import type { Wish } from './suggest.ts';

/** Minutes offered as quick choices. */
export const quickMinutes = [30, 60, 90, 120, 180] as const;
export const minutesBounds = { least: 5, most: 1440 } as const;
const usual = 90;

export const atATime = 3;

/** Parses typed minutes; null when invalid. */
export function minutesFrom(typed: string): number | null {
  const minutes = Number(typed);
  const { least, most } = minutesBounds;
  return typed.trim() !== '' && Number.isInteger(minutes) && minutes >= least && minutes <= most ? minutes : null;
}

/** Reads the wish and the index of the first suggestion from an address. Missing or invalid values get defaults. */
export function wishIn(query: URLSearchParams): Wish & { readonly from: number } {
  const number = (name: string) => (/^\d{1,10}$/.test(query.get(name) ?? '') ? Number(query.get(name)) : null);
  return {
    minutes: minutesFrom(query.get('minutes') ?? '') ?? usual,
    platform: number('platform'),
    from: number('from') ?? 0,
  };
}

export function addressOfWish({ minutes, platform }: Wish, from = 0): string {
  const params = new URLSearchParams({ minutes: String(minutes) });
  if (platform !== null) params.set('platform', String(platform));
  if (from > 0) params.set('from', String(from));
  return `?${params}`;
}
