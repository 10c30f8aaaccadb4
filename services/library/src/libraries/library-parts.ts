import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Semaphore } from '@nightshelf/platform/semaphore/semaphore.ts';
import { type EntryRow, entryRowColumns, entryRowJson, entryRowTables } from './entry-row.ts';

/** Rows of the first part, and limits for the others. */
const firstPart = 50;
const partSizes = { least: 20, most: 2000 };
/** Target size of a part, in bytes of JSON. */
const partBytes = 2 * 1024 * 1024;

/** Newest first. Sorts only the guids, because PostgreSQL would spill whole games to disk. */
const entriesInOrder = `
  select coalesce(json_agg(guid order by date_added desc, id), '[]')::text as guids from entries where user_id = ?`;

const theseEntries = `
  select ${entryRowColumns} from jsonb_array_elements_text(?::jsonb) as wanted (guid)
  join (${entryRowTables}) on e.user_id = ? and e.guid = wanted.guid`;

/** Reads a user's entries as JSON in response order, one part in memory at a time. */
export class LibraryParts {
  readonly count: number;
  /** Games read so far that neither the catalog nor the user's client has described. */
  readonly unknownGuids: string[] = [];
  readonly #em: EntityManager;
  readonly #userId: string;
  readonly #guids: readonly string[];
  #read = { entries: 0, bytes: 0 };

  private constructor(em: EntityManager, userId: string, guids: readonly string[]) {
    this.#em = em;
    this.#userId = userId;
    this.#guids = guids;
    this.count = guids.length;
  }

  static async of(em: EntityManager, userId: string): Promise<LibraryParts> {
    const [row] = await em.execute<{ guids: string }[]>(entriesInOrder, [userId]);
    return new LibraryParts(em, userId, JSON.parse(row?.guids ?? '[]'));
  }

  /** Estimates the total bytes from the parts read so far. */
  get expectedBytes(): number {
    return (this.#read.bytes / (this.#read.entries || 1)) * this.count;
  }

  /**
   * Yields comma-separated entries; entries removed during the read may be missing.
   * @param atOnce limits concurrent reads over all readers
   */
  async *read(atOnce: Semaphore): AsyncGenerator<Buffer, void> {
    let separator = '';
    for (let at = 0, size = firstPart; at < this.count; ) {
      const guids = this.#guids.slice(at, at + size);
      at += size;
      const part = await atOnce.run(() => this.#part(guids, separator));
      if (!part) continue;
      separator = ',';
      this.#read.entries += guids.length;
      this.#read.bytes += part.length;
      size = Math.floor((partBytes * guids.length) / part.length);
      size = Math.min(Math.max(size, partSizes.least), partSizes.most);
      yield part;
    }
  }

  async #part(guids: readonly string[], separator: string): Promise<Buffer | null> {
    const rows = await this.#em.execute<EntryRow[]>(theseEntries, [JSON.stringify(guids), this.#userId]);
    const byGuid = new Map(rows.map((row) => [row.guid, row]));
    const inOrder = guids.flatMap((guid) => byGuid.get(guid) ?? []);
    for (const { json, guid } of inOrder) if (json === null) this.unknownGuids.push(guid);
    // Copies the stored JSON text, because parsing thousands of games would take most of the time.
    const json = inOrder.map((row) => entryRowJson(row, this.#userId)).join(',');
    return json === '' ? null : Buffer.from(separator + json);
  }
}
