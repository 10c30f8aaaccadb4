import { parseArgs } from 'node:util';
import { Refusal } from '@nightshelf/servers/refusal.ts';

export const drillNames = ['production', 'deployed', 'fenced', 'scaled', 'upgraded', 'broken'] as const;

export type DrillName = (typeof drillNames)[number];

export interface Arguments {
  /** A context that the person answers for. */
  readonly context: string | undefined;
  /** Only remove what an interrupted run left. */
  readonly clean: boolean;
  /** Leave the namespace for a look; the next run with it starts from there. */
  readonly keep: boolean;
  /** Tag of images that are built already; undefined: build them. */
  readonly images: string | undefined;
  readonly drills: readonly DrillName[];
}

const usage = `Usage: npm run test:kubernetes -- [--context NAME] [--only ${drillNames.join(',')}] [--images TAG] [--keep]
       npm run test:kubernetes -- --clean [--context NAME]`;

/** @throws Refusal that says how it is used */
export function parseArguments(args: readonly string[]): Arguments {
  const { context, clean, keep, images, only } = parse(args);
  const wanted = only?.split(',') ?? drillNames;
  const drills = drillNames.filter((name) => wanted.includes(name));
  if (drills.length !== wanted.length) throw new Refusal(usage);
  return { context, clean, keep, images, drills };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        context: { type: 'string' },
        clean: { type: 'boolean', default: false },
        keep: { type: 'boolean', default: false },
        images: { type: 'string' },
        only: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new Refusal(`${(error as Error).message}\n${usage}`);
  }
}
