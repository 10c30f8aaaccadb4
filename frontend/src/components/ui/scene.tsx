import type { ReactNode } from 'react';

export type SceneName = 'shelf' | 'search' | 'screen' | 'unplugged' | 'people' | 'lost';

const plank = <rect x="14" y="96" width="172" height="8" rx="4" className="fill-surface-3" />;
const lamp = (
  <g>
    <path d="M150 96V60a8 8 0 0 1 8-8h4" className="fill-none stroke-ink-3" strokeWidth="4" strokeLinecap="round" />
    <path d="M154 44h22l8 16h-38z" className="fill-accent" />
    <path d="M146 60h38l14 36h-66z" className="fill-accent opacity-15" />
  </g>
);

const scenes: Readonly<Record<SceneName, ReactNode>> = {
  shelf: (
    <>
      {lamp}
      <path d="M30 52h12v44H30zM46 44h15v52H46z" className="fill-surface-3" />
      <path d="m72 96 14-44 12 4-13 40z" className="fill-ink-3 opacity-60" />
      {plank}
    </>
  ),
  search: (
    <>
      {plank}
      <path d="M34 60h12v36H34zM52 68h12v28H52zM140 56h14v40h-14z" className="fill-surface-3" />
      <circle cx="98" cy="58" r="25" className="fill-surface-1 stroke-ink-3" strokeWidth="5" />
      <path d="m116 76 19 19" className="stroke-ink-3" strokeWidth="7" strokeLinecap="round" />
      <path
        d="M89 51a10 10 0 1 1 13 11c-3 1-4 3-4 6M98 74v.5"
        className="fill-none stroke-accent"
        strokeWidth="4"
        strokeLinecap="round"
      />
    </>
  ),
  screen: (
    <>
      {plank}
      <rect x="48" y="26" width="104" height="62" rx="8" className="fill-surface-2 stroke-surface-3" strokeWidth="5" />
      <path d="M82 96h36M92 88v8M108 88v8" className="stroke-surface-3" strokeWidth="5" strokeLinecap="round" />
      <path d="M108 44a16 16 0 1 0 8 25 13 13 0 0 1-8-25Z" className="fill-accent" />
      <circle cx="70" cy="44" r="2" className="fill-ink-3" />
      <circle cx="132" cy="52" r="2" className="fill-ink-3" />
      <circle cx="74" cy="70" r="1.5" className="fill-ink-3" />
    </>
  ),
  unplugged: (
    <>
      {plank}
      <path d="M14 74c20 0 24-20 42-20h12" className="fill-none stroke-ink-3" strokeWidth="5" strokeLinecap="round" />
      <path
        d="M68 42h14a12 12 0 0 1 0 24H68zM94 48h10M94 60h10"
        className="fill-surface-3 stroke-ink-3"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <path d="M186 74c-20 0-24-20-42-20h-4" className="fill-none stroke-ink-3" strokeWidth="5" strokeLinecap="round" />
      <rect x="120" y="40" width="20" height="28" rx="6" className="fill-surface-3 stroke-ink-3" strokeWidth="4" />
      <path d="m108 24 3 9M120 20l-1 10M97 22l6 8" className="stroke-accent" strokeWidth="4" strokeLinecap="round" />
    </>
  ),
  people: (
    <>
      {plank}
      <circle cx="76" cy="50" r="15" className="fill-surface-3" />
      <path d="M48 96c0-34 56-34 56 0z" className="fill-surface-3" />
      <circle cx="124" cy="56" r="13" className="fill-accent" />
      <path d="M100 96c0-30 48-30 48 0z" className="fill-accent opacity-70" />
    </>
  ),
  lost: (
    <>
      <path d="M112 14a34 34 0 1 0 30 52 28 28 0 0 1-30-52Z" className="fill-accent" />
      <circle cx="56" cy="30" r="2.5" className="fill-ink-3" />
      <circle cx="160" cy="26" r="2" className="fill-ink-3" />
      <circle cx="44" cy="66" r="2" className="fill-ink-3" />
      <path d="M34 82h14v14H34zM56 74h10v22H56zM152 78h12v18h-12z" className="fill-surface-3" />
      {plank}
    </>
  ),
};

/** A small drawing for an empty page or panel. */
export function Scene({ name, className = 'h-28' }: { readonly name: SceneName; readonly className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 200 112" className={className}>
      {scenes[name]}
    </svg>
  );
}
