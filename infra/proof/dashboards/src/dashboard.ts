import { readDashboards as readAll } from '../../../operations/observability/src/dashboards.ts';

export interface Target {
  readonly refId: string;
  readonly expr: string;
  readonly legendFormat?: string;
}

export interface Panel {
  readonly id: number;
  readonly type: 'timeseries' | 'stat';
  readonly title: string;
  readonly description?: string;
  /** In a grid of 24 columns and of rows of 30 px. */
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets: readonly Target[];
  readonly fieldConfig: unknown;
  readonly options: unknown;
}

export interface Dashboard {
  /** Its file, without `.json`. */
  readonly name: string;
  readonly title: string;
  readonly panels: readonly Panel[];
}

const drawn: readonly string[] = ['timeseries', 'stat'];

/** The dashboards as they are given to Grafana. Throws on what this tool does not draw: variables, other kinds of panels. */
export function readDashboards(): readonly Dashboard[] {
  return readAll<Panel>().map(({ file, ...dashboard }) => {
    if ('templating' in dashboard) throw new Error(`${file} has variables, which nobody gives values here`);
    const strange = dashboard.panels.find(({ type }) => !drawn.includes(type));
    if (strange) throw new Error(`${file} "${strange.title}" is of the kind ${strange.type}, which is not drawn here`);
    return { ...dashboard, name: file.replace('.json', '') };
  });
}
