/** `npm run specification`: prints each row of the specification with the tests that cover it. */
import { allRows, parts } from './specification.ts';

const rows = allRows();
for (const part of parts) {
  console.log(`\n${part}`);
  for (const { text, tests } of rows.filter((row) => row.part === part))
    console.log(`- ${text}\n  ${tests.join(', ')}`);
}
