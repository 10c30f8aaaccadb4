import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  emptyWhenAllIsWell,
  emptyWithoutTheirComponent,
} from '../../../operations/observability/src/empty-when-all-is-well.ts';
import { bundlePage, installComponents, startBrowser, type Theme, takePicture } from './browser.ts';
import { type Dashboard, type Panel, readDashboards } from './dashboard.ts';
import { figuresOf, type PanelData, type TimeRange } from './prometheus.ts';

const usage = 'draw.ts <address of a Prometheus> --from <ISO 8601> --to <ISO 8601> --to-folder <folder>';

const { prometheus, range, folder } = asked();
installComponents();
mkdirSync(folder, { recursive: true });
const script = await bundlePage();
const browser = await startBrowser();
const faults: string[] = [];
const mayBeEmpty = [...emptyWhenAllIsWell, ...emptyWithoutTheirComponent];
try {
  for (const dashboard of readDashboards()) {
    console.log(dashboard.title);
    const figures: PanelData[] = [];
    for (const panel of dashboard.panels) figures.push(...(await ask(dashboard, panel)));
    for (const theme of ['dark', 'light'] satisfies Theme[]) {
      const path = join(folder, `${dashboard.name}-${theme}.png`);
      await takePicture(browser, script, { dashboard, figures, range, theme }, path);
    }
  }
} finally {
  await browser.close();
}
if (faults.length > 0) console.error(`\nNot as it should be:\n${faults.join('\n')}`);
process.exitCode = faults.length > 0 ? 1 : 0;

/** Says what a panel had; none when its question failed. */
async function ask(dashboard: Dashboard, panel: Panel): Promise<readonly PanelData[]> {
  const name = `${dashboard.name}.json ${panel.title}`;
  try {
    const figures = await figuresOf(prometheus, panel, range);
    const points = figures.series.reduce((sum, { values }) => sum + values.length, 0);
    const rightly = mayBeEmpty.includes(name);
    const remark = points > 0 ? '' : rightly ? '  empty, as it may be' : '  EMPTY';
    console.log(`  ${panel.title}: ${figures.series.length} series, ${points} points${remark}`);
    if (points === 0 && !rightly) faults.push(`${name}: empty`);
    return [figures];
  } catch (error) {
    console.log(`  ${panel.title}: FAILED`);
    faults.push(`${name}: ${(error as Error).message}`);
    return [];
  }
}

function asked(): { prometheus: string; range: TimeRange; folder: string } {
  const string = { type: 'string' } as const;
  const options = { from: string, to: string, 'to-folder': string };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const range = { from: Date.parse(values.from ?? '') / 1000, to: Date.parse(values.to ?? '') / 1000 };
  const folder = values['to-folder'];
  const [prometheus] = positionals;
  if (!prometheus || !folder || !(range.from < range.to)) {
    console.error(usage);
    process.exit(2);
  }
  return { prometheus, range, folder };
}
