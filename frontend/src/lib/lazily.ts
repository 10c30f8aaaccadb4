/** What `make` makes, made when it is first asked for: the formats of a locale take tens of milliseconds on a phone. */
export function lazily<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
