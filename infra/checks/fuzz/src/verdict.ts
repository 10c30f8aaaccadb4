import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The report of one run of Schemathesis (`--report json`). */
const verdict = z.object({
  complete: z.boolean(),
  exit_code: z.number(),
  test_cases: z.object({ generated: z.number() }),
  failures: z.array(z.object({ title: z.string(), count: z.number(), operations: z.array(z.string()) })),
});

export type Verdict = z.infer<typeof verdict>;

export const readVerdict = (file: string): Verdict => verdict.parse(JSON.parse(readFileSync(file, 'utf8')));
