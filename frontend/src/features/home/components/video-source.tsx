import { homeTexts } from '../texts.ts';

const { from, youtube, agreement, terms, privacy } = homeTexts.reviews.source;

/** Credits YouTube as the source, with the links that its terms require. */
export function VideoSource() {
  return (
    <p className="text-sm text-ink-3">
      {from} <SourceLink {...youtube} />. {agreement} <SourceLink {...terms} />. <SourceLink {...privacy} />
    </p>
  );
}

function SourceLink({ label, address }: { readonly label: string; readonly address: string }) {
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      className="underline underline-offset-4 hover:text-ink-1"
    >
      {label}
    </a>
  );
}
