import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { specification, testedRows } from './specification.ts';

writeFileSync(join(checkoutRoot, 'docs', 'specification.md'), specification(testedRows()));
