import { join } from 'node:path';

export const checkoutRoot = join(import.meta.dirname, '..', '..', '..');
