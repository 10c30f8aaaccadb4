import { LegendDisplayMode, type VizLegendOptions } from '@grafana/schema';
import { TimeSeries } from '@grafana/ui';
import type { PanelProps } from './frames.ts';

export function Timeseries({ panel, frames, timeRange, width, height }: PanelProps) {
  const { legend } = panel.options as { legend: VizLegendOptions };
  return (
    <TimeSeries
      frames={frames}
      timeRange={timeRange}
      timeZone="utc"
      width={width}
      height={height}
      legend={{ ...legend, showLegend: legend.displayMode !== LegendDisplayMode.Hidden, calcs: legend.calcs ?? [] }}
    />
  );
}
