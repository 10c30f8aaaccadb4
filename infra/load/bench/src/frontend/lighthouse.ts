import { until } from '@nightshelf/testing/until.ts';
import lighthouse, { desktopConfig } from 'lighthouse';
import type { Chromium } from './chromium.ts';
import { Tab } from './tab.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

/** Lighthouse's scores of a page, 0 to 100 by category, and the audits that cost it points. */
export interface Scores {
  readonly scores: Readonly<Record<string, number>>;
  readonly faults: readonly string[];
}

export type Device = 'mobile' | 'desktop';

export interface SignedIn {
  readonly cookie: string;
  readonly user: { readonly id: string; readonly username: string };
}

/** Judges a page as it is with an empty cache, on a simulated slow phone or on a desktop; null is a visitor. */
export async function judge(
  chromium: Chromium,
  address: string,
  device: Device,
  signedIn: SignedIn | null,
): Promise<Scores> {
  if (signedIn) await rememberUser(chromium, address, signedIn);
  const flags = {
    port: chromium.port,
    logLevel: 'error' as const,
    onlyCategories: categories,
    // Nothing but what rememberUser left is in the new profile.
    disableStorageReset: true,
    ...(signedIn && { extraHeaders: { Cookie: signedIn.cookie } }),
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

/** Leaves in the browser what signing in leaves beside the cookie (frontend/src/entities/session/last-user.ts). */
async function rememberUser(chromium: Chromium, address: string, { user }: SignedIn): Promise<void> {
  const tab = await Tab.open(chromium);
  await tab.send('Page.navigate', { url: new URL('/favicon.svg', address).href });
  const kept = JSON.stringify(JSON.stringify({ id: user.id, username: user.username }));
  const isThere = "location.pathname === '/favicon.svg' && document.readyState === 'complete'";
  await until('the browser is at the product', () => tab.evaluate<boolean>(isThere));
  await tab.evaluate(`localStorage.setItem('nightshelf-last-user', ${kept})`);
  tab.close();
}
