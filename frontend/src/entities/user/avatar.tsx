import { cx } from '../../lib/cx.ts';
import { tintOf } from '../../lib/tint.ts';

interface AvatarProps {
  readonly id: string;
  readonly username: string;
  /** Size and size of the letter. */
  readonly className?: string;
}

/** The initial of a user on a tint that is always theirs. Decorative: the username always stands beside it. */
export function Avatar({ id, username, className = 'size-12 text-xl' }: AvatarProps) {
  const [initial = '?'] = [...username.trim()];
  return (
    <span
      aria-hidden="true"
      style={tintOf(id)}
      className={cx(
        'cover-tint inline-flex shrink-0 items-center justify-center rounded-full font-heading leading-none font-bold select-none',
        className,
      )}
    >
      {initial.toLocaleUpperCase()}
    </span>
  );
}
