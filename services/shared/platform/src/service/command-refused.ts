/** A command that was not carried out, for a reason that its message tells whoever has typed it. */
export class CommandRefused extends Error {
  override name = 'CommandRefused';
  /** 2 for what was typed, 3 for what there is not. */
  readonly exitCode: number;

  constructor(message: string, exitCode = 2) {
    super(message);
    this.exitCode = exitCode;
  }
}
