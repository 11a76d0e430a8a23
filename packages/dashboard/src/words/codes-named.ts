const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const PAIRS = [...LETTERS].flatMap((first) => [...LETTERS].map((second) => first + second));

/** A filter takes no more values. */
const MOST = 100;

/**
 * The codes whose names hold a text: `DE` for "germ" where the dimension is of countries; none for a dimension whose values
 * are no codes, or where no name holds it.
 */
export function codesNamed(dimension: string, text: string, locale: string): string[] {
  if (dimension !== 'country' && dimension !== 'language') return [];
  const type = dimension === 'country' ? 'region' : 'language';
  const names = new Intl.DisplayNames([locale], { type, fallback: 'none' });
  const wanted = text.toLowerCase();
  const codes = dimension === 'country' ? PAIRS : PAIRS.map((code) => code.toLowerCase());
  return codes.filter((code) => names.of(code)?.toLowerCase().includes(wanted)).slice(0, MOST);
}
