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
