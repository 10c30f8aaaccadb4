/** A command that was refused for a reason that its message tells the user. */
export class CommandRefused extends Error {
  override name = 'CommandRefused';
  /** 2 for invalid input, 3 for something that does not exist. */
  readonly exitCode: number;

  constructor(message: string, exitCode = 2) {
    super(message);
    this.exitCode = exitCode;
  }
}
