import type { LinkText } from './texts.ts';

export function OutsideLink({ label, address }: LinkText) {
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      className="text-accent underline underline-offset-4 hover:text-accent-strong"
    >
      {label}
    </a>
  );
}
