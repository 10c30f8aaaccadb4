/** Joins class names; what is false or undefined is left out. */
export const cx = (...names: ReadonlyArray<string | false | undefined>): string => names.filter(Boolean).join(' ');
