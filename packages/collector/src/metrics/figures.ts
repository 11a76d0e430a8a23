/** Named numbers that one thread adds to and any thread reads, also while the first is busy with a slow disk. */
export type Figures<Name extends string> = {
  /** Hand it to the thread that counts. */
  readonly buffer: SharedArrayBuffer;
  add(name: Name, amount: number): void;
  read(): Readonly<Record<Name, number>>;
};

/** Figures by their names, in a buffer of their own or in that of another thread with the same names. */
export function openFigures<Name extends string>(
  names: readonly Name[],
  buffer = new SharedArrayBuffer(names.length * Float64Array.BYTES_PER_ELEMENT),
): Figures<Name> {
  const values = new Float64Array(buffer);
  const places = new Map(names.map((name, place) => [name, place]));
  return {
    buffer,
    add(name, amount) {
      const place = places.get(name) as number;
      values[place] = (values[place] as number) + amount;
    },
    read: () => Object.fromEntries(names.map((name, place) => [name, values[place]])) as Record<Name, number>,
  };
}
