/** The logo: a moon over a shelf of games. */
function Mark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className="size-8 shrink-0">
      <path d="M22.6 3.2a6.4 6.4 0 1 0 6.6 9 5.4 5.4 0 0 1-6.6-9Z" className="fill-accent" />
      <path d="M3.5 12.5H8V23H3.5zM10 8.5h4V23h-4zM19.5 19.5h4.5V23h-4.5z" className="fill-ink-1" />
      <rect x="1.5" y="24.5" width="29" height="3.5" rx="1.75" className="fill-accent" />
    </svg>
  );
}

/** Logo and name; on a phone only the logo is visible. */
export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2.5 font-heading text-xl font-bold tracking-tight text-ink-1">
      <Mark />
      <span className="max-sm:sr-only">Nightshelf</span>
    </span>
  );
}
