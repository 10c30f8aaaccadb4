import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folder } from './rules.ts';

const place = join(folder, 'grafana', 'dashboards');

export interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string }[];
}

/** The dashboards as they are given to Grafana, by their files. @typeParam Of what the reader wants of a panel */
export const readDashboards = <Of extends Panel = Panel>() =>
  globSync('*.json', { cwd: place })
    .sort()
    .map((file) => ({
      file,
      ...(JSON.parse(readFileSync(join(place, file), 'utf8')) as { title: string; panels: Of[] }),
    }));
