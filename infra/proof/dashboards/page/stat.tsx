import {
  type DisplayValueAlignmentFactors,
  type FieldDisplay,
  getDisplayValueAlignmentFactors,
  getFieldDisplayValues,
  type ReduceDataOptions,
} from '@grafana/data';
import { VizOrientation } from '@grafana/schema';
import { BigValue, type BigValueColorMode, type BigValueGraphMode, BigValueTextMode, VizRepeater } from '@grafana/ui';
import type { PanelProps } from './frames.ts';

interface StatOptions {
  readonly reduceOptions: ReduceDataOptions;
  readonly colorMode: BigValueColorMode;
  readonly graphMode: BigValueGraphMode;
}

/** Grafana's stat panel is not among its components, but what it is made of is. */
export function Stat({ panel, frames, theme, width, height }: PanelProps) {
  const { reduceOptions, colorMode, graphMode } = panel.options as StatOptions;
  return (
    <VizRepeater<FieldDisplay, DisplayValueAlignmentFactors>
      source={frames}
      getValues={() =>
        getFieldDisplayValues({
          data: frames,
          fieldConfig: { defaults: {}, overrides: [] },
          reduceOptions,
          replaceVariables: (value) => value,
          sparkline: graphMode !== 'none',
          theme,
          timeZone: 'utc',
        })
      }
      getAlignmentFactors={getDisplayValueAlignmentFactors}
      orientation={VizOrientation.Auto}
      autoGrid
      itemSpacing={3}
      width={width}
      height={height}
      renderCounter={0}
      renderValue={({ value, alignmentFactors, width, height, count }) => (
        <BigValue
          value={value.display}
          sparkline={value.sparkline}
          {...{ count, width, height, colorMode, graphMode, alignmentFactors, theme }}
          textMode={BigValueTextMode.Auto}
        />
      )}
    />
  );
}
