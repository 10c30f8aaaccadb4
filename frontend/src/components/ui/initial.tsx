import { cx } from '../../lib/cx.ts';
import { tintOf } from '../../lib/tint.ts';

interface InitialProps {
  /** Determines the tint. */
  readonly id: string;
  readonly name: string;
  /** Classes for size, shape and font size. */
  readonly className: string;
}

/** The initial of a name on a constant tint. It is decorative, because the name is always next to it. */
export function Initial({ id, name, className }: InitialProps) {
  const [initial = '?'] = [...name.trim()];
  return (
    <span
      aria-hidden="true"
      style={tintOf(id)}
      className={cx(
        'cover-tint inline-flex shrink-0 items-center justify-center font-heading leading-none font-bold select-none',
        className,
      )}
    >
      {initial.toLocaleUpperCase()}
    </span>
  );
}
