/** What rows are put in order by. */
export type Sort<Name extends string> = { readonly by: Name; readonly isDescending: boolean };

/** What an address says of it, `-revenue` with the largest first; the first name where it says nothing that is known. */
export function sortOf<Name extends string>(
  text: string | null,
  names: readonly [Name, ...(readonly Name[])],
): Sort<Name> {
  const isDescending = text?.startsWith('-') ?? true;
  const by = names.find((name) => name === text?.replace(/^-/, ''));
  return by === undefined ? { by: names[0], isDescending: true } : { by, isDescending };
}
