import { importSources } from '@nightshelf/contracts/import-rules.ts';
import { importsTexts as texts } from '../texts.ts';

const known = importSources
  .flatMap((source) => (source === 'table' ? [] : [[texts.sources[source], texts.whereFrom[source]] as const]))
  .toSorted(([one], [other]) => one.localeCompare(other));

/** How to export from each supported service. */
export function WhereFrom() {
  return (
    <details className="mt-6 rounded-2xl border border-line px-5 open:pb-4">
      <summary className="min-h-11 cursor-pointer py-2.5 font-medium">{texts.where}</summary>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[auto_1fr]">
        {[...known, texts.anyTable].map(([name, where]) => (
          <div key={name} className="grid gap-x-6 sm:col-span-2 sm:grid-cols-subgrid">
            <dt className="font-medium">{name}</dt>
            <dd className="text-ink-2">{where}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
