import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { acceptance, advisory } from './advisory.ts';

const folder = join(import.meta.dirname, '..');

export const listFile = join(folder, 'advisories.json');

/** What is known of the packages that we install, as of the last refresh. */
export const advisories = z.array(advisory).parse(JSON.parse(readFileSync(listFile, 'utf8')));

export const accepted = z.array(acceptance).parse(JSON.parse(readFileSync(join(folder, 'accepted.json'), 'utf8')));
