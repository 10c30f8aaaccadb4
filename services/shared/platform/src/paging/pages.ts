export interface NextPage {
  /** Name of the previous page's last item; null for the first page. */
  readonly after: string | null;
  readonly limit: number;
}

const pageSize = 500;

/**
 * Yields all items page by page.
 * @param nameOf the name by which items are ordered
 * @param read reads the items after a name, in order
 * @param from name of the item after which to start
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
