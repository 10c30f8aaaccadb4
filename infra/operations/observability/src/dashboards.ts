import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folder } from './rules.ts';

const place = join(folder, 'grafana', 'dashboards');

export interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string }[];
}

/** Returns Grafana's dashboards with their file names. @typeParam Of the fields of a panel that the caller reads */
export const readDashboards = <Of extends Panel = Panel>() =>
  globSync('*.json', { cwd: place })
    .sort()
    .map((file) => ({
      file,
      ...(JSON.parse(readFileSync(join(place, file), 'utf8')) as { title: string; panels: Of[] }),
    }));
