import { Initial } from '../../components/ui/initial.tsx';
import { cx } from '../../lib/cx.ts';

interface AvatarProps {
  readonly id: string;
  readonly username: string;
  /** Classes for the size and font size. */
  readonly className: string;
}

export const Avatar = ({ id, username, className }: AvatarProps) => (
  <Initial id={id} name={username} className={cx('rounded-full', className)} />
);
