import { z } from 'zod';

/** Days within which an advisory has to be dealt with, by its severity; also in docs/security. */
export const daysToMend = { critical: 7, high: 30, moderate: 90, low: 180 } as const;

export const advisory = z.object({
  id: z.string().meta({ description: 'Of GitHub (GHSA-…) or CVE.' }),
  package: z.string(),
  severity: z.enum(['critical', 'high', 'moderate', 'low']),
  summary: z.string(),
  /** Ranges as npm writes them; one that matches is enough. */
  affected: z.array(z.string()).min(1),
  published: z.iso.date(),
  source: z.url(),
});

/** An advisory that does not concern us, or not enough, with the reason. */
export const acceptance = z.object({ id: z.string(), package: z.string(), reason: z.string().min(20) });

export type Advisory = z.infer<typeof advisory>;
export type Acceptance = z.infer<typeof acceptance>;
