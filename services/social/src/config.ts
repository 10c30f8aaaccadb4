import { z } from 'zod';

/** Nothing beside what every service has. */
export const socialSettings = z.object({});
