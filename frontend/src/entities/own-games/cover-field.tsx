import { ImageUp, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { GameCover } from '../game/game-cover.tsx';
import { type CoverFault, readCover } from './read-cover.ts';
import { ownGameTexts } from './texts.ts';

const texts = ownGameTexts.cover;

interface CoverFieldProps {
  readonly guid: string;
  readonly name: string;
  /** URL of the new cover; null without one. */
  readonly value: string | null;
  /** The server's error for the image. */
  readonly refusal: string | undefined;
  readonly isReading: boolean;
  /** Called with true when an image is chosen, with false once it is read. */
  readonly onReading: (isReading: boolean) => void;
  /** A `data:` URL; null removes the cover. */
  readonly onChange: (address: string | null) => void;
}

/** Uploads a custom cover: it is scaled down here and shown as on the shelf. */
export function CoverField({ guid, name, value, refusal, isReading, onReading, onChange }: CoverFieldProps) {
  const id = useId();
  const [fault, setFault] = useState<CoverFault | null>(null);
  const error = fault ? texts.faults[fault] : refusal;

  const choose = async (file: File | undefined) => {
    if (!file) return;
    setFault(null);
    onReading(true);
    const read = await readCover(file);
    onReading(false);
    if ('fault' in read) setFault(read.fault);
    else onChange(read.address);
  };
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">
        {texts.label} <span className="font-normal text-ink-3">(optional)</span>
      </legend>
      <div className="flex items-start gap-4">
        <GameCover guid={guid} name={name} address={value} eager className="w-18! shrink-0" />
        <div className="grid min-w-0 justify-items-start gap-1.5">
          <div className="flex flex-wrap gap-2">
            <label
              htmlFor={id}
              className="relative inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-lg bg-surface-2 px-3.5 text-sm font-medium hover:bg-surface-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent pointer-fine:min-h-9"
            >
              <ImageUp aria-hidden="true" className="size-4 shrink-0" />
              {value === null ? texts.choose : texts.replace}
              <input
                id={id}
                type="file"
                accept="image/*"
                aria-invalid={error !== undefined}
                aria-describedby={`${id}-hint`}
                onChange={({ target }) => {
                  void choose(target.files?.[0]);
                  // Lets the same file be chosen again after an error.
                  target.value = '';
                }}
                className="absolute inset-0 size-full cursor-pointer opacity-0"
              />
            </label>
            {value !== null && (
              <Button
                size="small"
                look="plain"
                aria-label={texts.removeLabel}
                onClick={() => onChange(null)}
                className="gap-1.5 px-2.5!"
              >
                <Trash2 aria-hidden="true" className="size-4" />
                {texts.remove}
              </Button>
            )}
          </div>
          <p id={`${id}-hint`} className={error === undefined ? 'text-sm text-ink-3' : 'text-sm text-danger'}>
            {error === undefined ? <span role="status">{isReading ? texts.reading : texts.hint}</span> : null}
            {error !== undefined && <span role="alert">{error}</span>}
          </p>
        </div>
      </div>
    </fieldset>
  );
}
