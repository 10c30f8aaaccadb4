/** `node infra/docker/src/journey.ts [URL]`: gamers at their vaults in the product that compose has started. */

import { allHold, tableOf } from '../../kubernetes/src/report/table.ts';
import { journey } from '../../kubernetes/src/traffic/journey.ts';

const [url = 'http://localhost:8080'] = process.argv.slice(2);

const results = [{ drill: 'compose', figures: await journey(url) }];
console.log(tableOf(results));
process.exit(allHold(results) ? 0 : 1);
