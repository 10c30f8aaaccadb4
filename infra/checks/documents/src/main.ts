import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { rowsShown, specification } from './specification.ts';

writeFileSync(join(checkoutRoot, 'docs', 'specification.md'), specification(rowsShown()));
