import {
  applyFieldOverrides,
  type DataFrame,
  type FieldConfig,
  type FieldConfigOptionsRegistry,
  type FieldConfigSource,
  FieldType,
  type GrafanaTheme2,
  type TimeRange,
  toDataFrame,
} from '@grafana/data';
import type { Panel } from '../src/dashboard.ts';
import type { PanelData, Series } from '../src/prometheus.ts';

/** What a panel is drawn from. */
export interface PanelProps {
  readonly panel: Panel;
  readonly frames: DataFrame[];
  readonly theme: GrafanaTheme2;
  readonly timeRange: TimeRange;
  readonly width: number;
  readonly height: number;
}

/** What Grafana's panels take where a dashboard says nothing. Above 80 a figure is red, whatever it is of. */
const usual: Record<Panel['type'], FieldConfig> = {
  stat: { color: { mode: 'thresholds' } },
  timeseries: { color: { mode: 'palette-classic' } },
};
const usualThresholds = () => ({
  mode: 'absolute',
  steps: [
    { color: 'green', value: Number.NEGATIVE_INFINITY },
    { color: 'red', value: 80 },
  ],
});

/** Overrides may set anything: Grafana itself keeps a list of what they may. */
const anyOption = {
  list: () => [],
  getIfExists: (id: string) => ({
    path: id.replace(/^custom[.]/, ''),
    isCustom: id.startsWith('custom.'),
    process: (value: unknown) => value,
  }),
} as unknown as FieldConfigOptionsRegistry;

/** A frame a series, as Grafana's Prometheus data source makes them, with the panel's configuration. */
export function framesOf(panel: Panel, data: PanelData | undefined, theme: GrafanaTheme2): DataFrame[] {
  const fieldConfig = panel.fieldConfig as FieldConfigSource;
  const config = { ...usual[panel.type], ...withThresholds(fieldConfig.defaults) };
  const frames = (data?.series ?? []).map(({ refId, labels, name, values }) => {
    const points = withGaps(values, data?.step ?? 0);
    return toDataFrame({
      refId,
      fields: [
        { name: 'Time', type: FieldType.time, values: points.map(([seconds]) => seconds * 1000) },
        {
          name: 'Value',
          type: FieldType.number,
          labels,
          values: points.map(([, figure]) => asNumber(figure)),
          config: { ...config, displayNameFromDS: name },
        },
      ],
    });
  });
  return applyFieldOverrides({
    data: frames,
    fieldConfig: { defaults: {}, overrides: fieldConfig.overrides },
    fieldConfigRegistry: anyOption,
    replaceVariables: (value) => value,
    theme,
    timeZone: 'utc',
  });
}

/** Prometheus leaves out what there was not; a line is not drawn across it. */
function withGaps(values: Series['values'], step: number): Series['values'] {
  return values.flatMap((value, index) => {
    const before = values[index - 1]?.[0] ?? value[0];
    return value[0] - before > step ? [[before + step, 'NaN'] as const, value] : [value];
  });
}

/** The first step is written as `null`: JSON has no infinity. */
function withThresholds(defaults: FieldConfig): FieldConfig {
  const { mode, steps } = defaults.thresholds ?? usualThresholds();
  const thresholds = { mode, steps: steps.map((step) => ({ ...step, value: step.value ?? Number.NEGATIVE_INFINITY })) };
  return { ...defaults, thresholds } as FieldConfig;
}

function asNumber(figure: string): number | null {
  const number = Number(figure.replace('Inf', 'Infinity'));
  return Number.isNaN(number) ? null : number;
}
