import { cx } from '../../lib/cx.ts';
import { tintOf } from '../../lib/tint.ts';

const columns = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k'];
const rows = ['1', '2', '3'];

/** Decorative covers behind a page with much empty space. */
export function CoverWall() {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-0 top-0 -z-10 hidden h-[44rem] justify-center gap-5 overflow-hidden opacity-35 [mask-image:linear-gradient(black_8rem,transparent)] sm:flex lg:left-56"
    >
      {columns.map((column, place) => (
        <div key={column} className={cx('w-36 shrink-0 space-y-5', place % 2 === 0 ? '-mt-6' : 'mt-12')}>
          {rows.map((row) => (
            <span key={row} style={tintOf(column + row)} className="cover-tint block aspect-3/4 rounded-lg" />
          ))}
        </div>
      ))}
    </div>
  );
}
