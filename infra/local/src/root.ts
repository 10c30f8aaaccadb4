import { join } from 'node:path';

/** The folder of the checkout. */
export const checkoutRoot = join(import.meta.dirname, '..', '..', '..');
