/** `node infra/proof/kubernetes/src/compose-journey.ts [URL]`: gamers at their vaults in the product that compose has started. */

import { allHold, tableOf } from './report/table.ts';
import { journey } from './traffic/journey.ts';

const [url = 'http://localhost:8080'] = process.argv.slice(2);

const results = [{ drill: 'compose', figures: await journey(url) }];
console.log(tableOf(results));
process.exit(allHold(results) ? 0 : 1);
