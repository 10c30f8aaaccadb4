import { cx } from '../../lib/cx.ts';
import { tintOf } from '../../lib/tint.ts';

interface AvatarProps {
  readonly id: string;
  readonly username: string;
  /** Classes for the size and font size. */
  readonly className?: string;
}

/** The user's initial on a constant tint. It is decorative, because the username is always next to it. */
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
