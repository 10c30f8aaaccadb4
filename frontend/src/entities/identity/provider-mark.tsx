import { tintOf } from '../../lib/tint.ts';

/** The initial of a sign-in provider on a tint that is always its own. Decorative: its name always stands beside it. */
export function ProviderMark({ id, name }: { readonly id: string; readonly name: string }) {
  const [initial = '?'] = [...name.trim()];
  return (
    <span
      aria-hidden="true"
      style={tintOf(id)}
      className="cover-tint inline-flex size-6 shrink-0 items-center justify-center rounded-md font-heading text-sm leading-none font-bold select-none"
    >
      {initial.toLocaleUpperCase()}
    </span>
  );
}
