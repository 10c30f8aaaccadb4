/** What /readyz says of an instance: whether calls may be sent to it, and whether nothing at all is missing. */
export async function readinessAt(url: string, withinMs: number): Promise<{ ready: boolean; whole: boolean }> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(withinMs) });
    const { degraded = {} } = (await response.json()) as { degraded?: object };
    return { ready: response.ok, whole: response.ok && Object.keys(degraded).length === 0 };
  } catch {
    return { ready: false, whole: false };
  }
}

/** @returns null when the address answers well, else what it says, or that it says nothing in time */
export async function faultAt(url: string, withinMs: number): Promise<string | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(withinMs) });
    const said = await response.text();
    return response.ok ? null : said;
  } catch {
    return `no answer within ${withinMs} ms`;
  }
}
