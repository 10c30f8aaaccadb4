export interface NextPage {
  /** Name of the last item of the page before; null for the first page. */
  readonly after: string | null;
  readonly limit: number;
}

const pageSize = 500;

/**
 * Everything that there is, a page at a time, however much it is.
 * @param nameOf what items are ordered by
 * @param read the items behind a name, in their order
 * @param from name of the item behind which to begin
 */
export async function* pages<Item>(
  nameOf: (item: Item) => string,
  read: (next: NextPage) => Promise<Item[]>,
  from: string | null = null,
): AsyncGenerator<Item[]> {
  for (let after = from; ; ) {
    const page: Item[] = await read({ after, limit: pageSize });
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    after = nameOf(last);
  }
}
