import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const crowdSchema = z.object({
  password: z.string(),
  people: z.array(z.object({ id: z.string(), username: z.string(), cookie: z.string() })).min(1),
  /** Games whose pages are opened. */
  guids: z.array(z.string()).min(1),
  /** Games that nobody among the people has in the vault. */
  spare_guids: z.array(z.string()).min(1),
});

/** People with vaults, made by the seeding command, as whom the load tests act. */
export type Crowd = z.infer<typeof crowdSchema>;

const folder = join(import.meta.dirname, '..', '..', '..', '..', '..', '.cache', 'load');

/** Where the crowd of the product at this address is kept; it holds sessions, so it is never committed. */
export const crowdFile = (url: string) => join(folder, `crowd-${new URL(url).host.replace(':', '-')}.json`);

export function keepCrowd(crowd: Crowd, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(crowd), { mode: 0o600 });
}

/** @returns null when none has been made for this product */
export function readCrowd(path: string): Crowd | null {
  try {
    return crowdSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}
