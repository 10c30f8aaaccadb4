import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Semaphore } from '@nightshelf/platform/semaphore/semaphore.ts';
import { type EntryRow, entryRowColumns, entryRowJson, entryRowTables } from './entry-row.ts';

/** Rows of the first part, and of any. */
const firstPart = 50;
const partSizes = { least: 20, most: 2000 };
/** About this many bytes of JSON come at a time. */
const partBytes = 2 * 1024 * 1024;

/** Newest first. Only what names them is sorted: PostgreSQL would carry every game through a sort on its disk. */
const entriesInOrder = `
  select coalesce(json_agg(guid order by date_added desc, id), '[]')::text as guids from entries where user_id = ?`;

const theseEntries = `
  select ${entryRowColumns} from jsonb_array_elements_text(?::jsonb) as wanted (guid)
  join (${entryRowTables}) on e.user_id = ? and e.guid = wanted.guid`;

/** A user's entries as JSON, in the order of the response, of which never more than a part is here. */
export class LibraryParts {
  /** How many there are. */
  readonly count: number;
  /** Games of which neither the catalog nor the user's client has said anything, as far as has been read. */
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

  /** How many bytes all will have, judged by those that have been read. */
  get expectedBytes(): number {
    return (this.#read.bytes / (this.#read.entries || 1)) * this.count;
  }

  /**
   * Entries with commas between them. What is removed while they are read may be missing.
   * @param atOnce reads of parts at a time, of all who read
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
    // Games are copied as the text that they are stored as: to parse and write thousands would take most of the time.
    const json = inOrder.map((row) => entryRowJson(row, this.#userId)).join(',');
    return json === '' ? null : Buffer.from(separator + json);
  }
}
