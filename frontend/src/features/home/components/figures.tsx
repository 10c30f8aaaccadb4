interface FiguresProps {
  readonly figures: ReadonlyArray<{ readonly label: string; readonly value: string }>;
}

/** Numbers with what they count. */
export function Figures({ figures }: FiguresProps) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-4">
      {figures.map(({ label, value }) => (
        <div key={label} className="flex flex-col-reverse">
          <dt className="text-sm text-ink-3">{label}</dt>
          <dd className="font-heading text-2xl leading-tight font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
