import { z } from 'zod';
import type { Advisory } from './advisory.ts';

const event = z.object({
  introduced: z.string().optional(),
  fixed: z.string().optional(),
  last_affected: z.string().optional(),
});

/** The parts that are read of an advisory in the format of OSV (https://ossf.github.io/osv-schema/). */
const osv = z.object({
  id: z.string(),
  summary: z.string().default(''),
  published: z.iso.datetime(),
  withdrawn: z.string().optional(),
  affected: z.array(
    z.object({
      package: z.object({ ecosystem: z.string(), name: z.string() }).optional(),
      ranges: z.array(z.object({ events: z.array(event) })).default([]),
      versions: z.array(z.string()).default([]),
    }),
  ),
  database_specific: z.object({ severity: z.string().optional() }).optional(),
});

const severities = {
  CRITICAL: 'critical',
  HIGH: 'high',
  MODERATE: 'moderate',
  MEDIUM: 'moderate',
  LOW: 'low',
} as const;

/** @returns an advisory for each of `names` that it is about; none when it was withdrawn */
export function fromOsv(document: unknown, names: ReadonlySet<string>): Advisory[] {
  const { id, summary, published, withdrawn, affected, database_specific } = osv.parse(document);
  if (withdrawn) return [];
  const severity = severities[(database_specific?.severity ?? 'HIGH') as keyof typeof severities] ?? 'high';
  return affected.flatMap(({ package: found, ranges, versions }) => {
    if (found?.ecosystem !== 'npm' || !names.has(found.name)) return [];
    const inRanges = ranges.flatMap(({ events }) => rangesOf(events));
    return [
      {
        id,
        package: found.name,
        severity,
        summary,
        affected: inRanges.length > 0 ? inRanges : versions,
        published: published.slice(0, 10),
        source: `https://osv.dev/vulnerability/${id}`,
      },
    ];
  });
}

/** Each `introduced` opens a range that the next event closes. */
function rangesOf(events: readonly z.infer<typeof event>[]): string[] {
  const found: string[] = [];
  let from: string | null = null;
  for (const { introduced, fixed, last_affected } of events) {
    if (introduced !== undefined) from = introduced;
    const end = fixed !== undefined ? `<${fixed}` : last_affected !== undefined ? `<=${last_affected}` : null;
    if (end === null || from === null) continue;
    found.push(from === '0' ? end : `>=${from} ${end}`);
    from = null;
  }
  if (from !== null) found.push(from === '0' ? '*' : `>=${from}`);
  return found;
}
