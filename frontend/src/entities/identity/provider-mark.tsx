import { tintOf } from '../../lib/tint.ts';

/** The provider's initial on a constant tint. It is decorative, because the name is always next to it. */
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
