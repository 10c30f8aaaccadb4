/** A dashboard, drawn in the browser by the components with which Grafana draws it. */
import { createTheme, dateTime, type FieldConfigSource, ThemeContext } from '@grafana/data';
import { GlobalStyles, PanelChrome, PortalContainer } from '@grafana/ui';
import { createRoot } from 'react-dom/client';
import styleOfPlots from 'uplot/dist/uPlot.min.css?inline';
import type { Drawing } from '../src/browser.ts';
import type { Panel } from '../src/dashboard.ts';
import { framesOf } from './frames.ts';
import { Stat } from './stat.tsx';
import { Timeseries } from './timeseries.tsx';

const { dashboard, figures, range, theme: mode } = (globalThis as unknown as { drawing: Drawing }).drawing;

/** Grafana's grid: 24 columns, rows of 30 px, 8 px between panels, 16 px around them. */
const gap = 8;
const around = 16;
const rowPx = 30 + gap;
const columnPx = (innerWidth - 2 * around + gap) / 24;

const theme = createTheme({ colors: { mode } });
const from = dateTime(range.from * 1000);
const to = dateTime(range.to * 1000);
const timeRange = { from, to, raw: { from, to } };
const rows = Math.max(...dashboard.panels.map(({ gridPos }) => gridPos.y + gridPos.h));

function noValueOf({ fieldConfig }: Panel): string | undefined {
  return (fieldConfig as FieldConfigSource).defaults.noValue;
}

function Dashboard() {
  return (
    <div
      style={{ position: 'relative', height: 60 + rows * rowPx + around, background: theme.colors.background.canvas }}
    >
      <h1 style={{ ...theme.typography.h4, margin: 0, padding: 16 }}>
        {dashboard.title}
        <span style={{ float: 'right', color: theme.colors.text.secondary, fontWeight: 400 }}>
          {from.utc().format('YYYY-MM-DD HH:mm')} to {to.utc().format('HH:mm')} UTC
        </span>
      </h1>
      {dashboard.panels.map((panel) => {
        const { x, y, w, h } = panel.gridPos;
        const frames = framesOf(
          panel,
          figures.find(({ id }) => id === panel.id),
          theme,
        );
        const Drawn = panel.type === 'stat' ? Stat : Timeseries;
        return (
          <div key={panel.id} style={{ position: 'absolute', left: around + x * columnPx, top: 60 + y * rowPx }}>
            <PanelChrome
              title={panel.title}
              description={panel.description ?? ''}
              width={w * columnPx - gap}
              height={h * rowPx - gap}
            >
              {(width, height) =>
                frames.length > 0 ? (
                  <Drawn {...{ panel, frames, theme, timeRange, width, height }} />
                ) : (
                  <div style={{ height, display: 'grid', placeItems: 'center', color: theme.colors.text.secondary }}>
                    {noValueOf(panel) ?? 'No data'}
                  </div>
                )
              }
            </PanelChrome>
          </div>
        );
      })}
    </div>
  );
}

createRoot(document.getElementById('dashboard') as HTMLElement).render(
  <ThemeContext.Provider value={theme}>
    <GlobalStyles />
    <style>{`${styleOfPlots} body { margin: 0; }`}</style>
    <Dashboard />
    <PortalContainer />
  </ThemeContext.Provider>,
);
