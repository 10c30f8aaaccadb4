/**
 * Lets those that were seen longest ago give way.
 * @param cache whose answers say when they were seen: `at`, in milliseconds since 1970
 * @param most how many stay
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
