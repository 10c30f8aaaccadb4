import lighthouse, { desktopConfig } from 'lighthouse';
import type { Chromium } from './chromium.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

/** Lighthouse's scores of a page, 0 to 100 by category, and the audits that cost it points. */
export interface Scores {
  readonly scores: Readonly<Record<string, number>>;
  readonly faults: readonly string[];
}

export type Device = 'mobile' | 'desktop';

/** Judges a page as it is for a first visit, on a simulated slow phone or on a desktop. */
export async function judge(
  { port }: Chromium,
  address: string,
  device: Device,
  cookie: string | null,
): Promise<Scores> {
  const flags = {
    port,
    logLevel: 'error' as const,
    onlyCategories: categories,
    ...(cookie && { extraHeaders: { Cookie: cookie } }),
  };
  const result = await lighthouse(address, flags, device === 'desktop' ? desktopConfig : undefined);
  if (!result || result.lhr.runtimeError)
    throw new Error(result?.lhr.runtimeError?.message ?? 'Lighthouse gave no result');
  const { categories: judged, audits } = result.lhr;
  const faults = Object.values(judged)
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => `${id} ${audits[id]?.displayValue ?? ''}`.trim());
  return {
    scores: Object.fromEntries(
      Object.entries(judged).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
    ),
    faults: [...new Set(faults)],
  };
}
