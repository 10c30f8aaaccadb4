/**
 * Drops the least recently seen responses.
 * @param cache whose responses have `at`, the time when they were seen, in milliseconds since 1970
 * @param most number of responses to keep
 */
export async function makeRoom(cache: Cache, most: number): Promise<void> {
  const all = await cache.keys();
  if (all.length <= most) return;
  const seen = await Promise.all(
    all.map(async (request) => {
      const kept = (await (await cache.match(request))?.json()) as { readonly at: number } | undefined;
      return { request, at: kept?.at ?? 0 };
    }),
  );
  seen.sort((one, other) => one.at - other.at);
  await Promise.all(seen.slice(0, -most).map(({ request }) => cache.delete(request)));
}
