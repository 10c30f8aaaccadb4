import { run } from '../cluster/run.ts';

/** The library with one more migration, which PostgreSQL refuses after it has begun to change things. */
const dockerfile = (from: string) => `FROM ${from}
USER 0:0
RUN printf '%s\\n' "import { Migration } from '@mikro-orm/migrations';" \\
      "export class Refused extends Migration {" \\
      "  override up(): void { this.addSql('drop table games'); this.addSql('select refused'); }" \\
      "}" > src/migrations/9999-refused.ts \\
 && sed -i "s|migrations: \\[|&{ name: '9999-refused', class: Refused },|;1i import { Refused } from './migrations/9999-refused.ts';" src/service.ts \\
 && grep -q 9999-refused src/service.ts
USER 1000:1000
`;

/** Makes `nightshelf/library:<tag>` out of a release: a version whose migration fails. */
export async function buildRefusedMigration(from: string, tag: string, signal: AbortSignal): Promise<string> {
  const image = `nightshelf/library:${tag}`;
  await run('docker', ['build', '--quiet', '--tag', image, '-'], {
    input: dockerfile(`nightshelf/library:${from}`),
    signal,
  });
  return image;
}
