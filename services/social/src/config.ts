import { z } from 'zod';

/** Social has no settings of its own. */
export const socialSettings = z.object({});
