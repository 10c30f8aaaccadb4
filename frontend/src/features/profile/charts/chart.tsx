import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../../components/ui/button.tsx';
import { profileTexts } from '../texts.ts';

const texts = profileTexts.statistics;

interface ChartRow {
  readonly key: string;
  readonly name: string;
  readonly amount: string;
  /** Link to these games. */
  readonly to?: string | undefined;
}

interface ChartProps {
  readonly title: string;
  /** The chart as a sentence. */
  readonly summary: string;
  /** Column headings of the data table, which is absent without data. */
  readonly columns: readonly [string, string];
  readonly rows: readonly ChartRow[];
  readonly children: ReactNode;
}

/** A chart with a summary, and a data table behind a toggle. */
export function Chart({ title, summary, columns, rows, children }: ChartProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <section aria-labelledby={`${id}-title`} className="flex min-w-0 flex-col">
      <h3 id={`${id}-title`} className="text-base">
        {title}
      </h3>
      <p dir="auto" className="mt-1 mb-4 text-sm [overflow-wrap:anywhere] text-ink-2">
        {summary}
      </p>
      {rows.length > 0 && (
        <>
          {children}
          <Button
            look="plain"
            size="small"
            aria-expanded={open}
            aria-controls={`${id}-table`}
            aria-describedby={`${id}-title`}
            onClick={() => setOpen(!open)}
            className="mt-2 -ml-3.5 self-start"
          >
            {open ? texts.hideTable : texts.showTable}
          </Button>
          <table id={`${id}-table`} hidden={!open} aria-labelledby={`${id}-title`} className="mt-1 w-full text-sm">
            <thead>
              <tr className="text-ink-3 *:py-1.5 *:font-medium">
                <th scope="col" className="text-left">
                  {columns[0]}
                </th>
                <th scope="col" className="text-right">
                  {columns[1]}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, name, amount, to }) => (
                <tr key={key} className="border-t border-line *:py-1.5">
                  <th scope="row" dir="auto" className="text-left font-normal [overflow-wrap:anywhere]">
                    {to === undefined ? (
                      name
                    ) : (
                      <Link to={to} className="underline underline-offset-4 hover:text-accent">
                        {name}
                      </Link>
                    )}
                  </th>
                  <td className="pl-4 text-right tabular-nums">{amount}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  );
}
