/**
 * `npm run advisories`: `npm audit` without the accepted advisories. Exits with 1 if one is open, and with 2 if the
 * registry returned no report (it must be reachable and support audits).
 */
import { spawnSync } from 'node:child_process';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import accepted from '../accepted.json' with { type: 'json' };
import { type AuditReport, openAdvisories } from './open-advisories.ts';

const { stdout, stderr } = spawnSync('npm', ['audit', '--json'], {
  cwd: checkoutRoot,
  encoding: 'utf8',
  maxBuffer: 1 << 26,
});
const report = JSON.parse(stdout || '{}') as Partial<AuditReport>;
if (report.vulnerabilities) {
  const open = openAdvisories({ vulnerabilities: report.vulnerabilities }, accepted);
  for (const { name, severity, title, url, range } of open)
    console.log(`${name} ${range}: ${severity}, ${title} ${url}`);
  console.log(`${open.length} open, ${accepted.length} accepted`);
  process.exitCode = open.length > 0 ? 1 : 0;
} else {
  console.error(`npm audit returned no report:\n${stderr.trim() || stdout}`);
  process.exitCode = 2;
}
