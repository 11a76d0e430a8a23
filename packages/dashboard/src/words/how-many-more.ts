const NARROW = '\u202f';

/** From one count to another in words that a sentence goes on after: `37 % more than`, `twice as many as`. */
export function howManyMore(now: number, before: number): string {
  const ratio = now / before;
  const known = PLAIN_WORDS.find(({ from, to }) => ratio >= from && ratio <= to);
  if (known) return known.words;
  if (ratio >= 10) return `${Math.round(ratio)} times as many as`;
  const whole = Math.round(Math.abs(ratio - 1) * 100);
  return `${whole}${NARROW}% ${ratio > 1 ? 'more' : 'fewer'} than`;
}

/** Ratios that people have a word for, each with what is near enough. */
const PLAIN_WORDS = [
  { from: 0.98, to: 1.02, words: 'as many as' },
  { from: 1.22, to: 1.28, words: 'a quarter more than' },
  { from: 1.31, to: 1.36, words: 'a third more than' },
  { from: 1.47, to: 1.53, words: 'half as many again as' },
  { from: 1.95, to: 2.05, words: 'twice as many as' },
  { from: 2.93, to: 3.07, words: 'three times as many as' },
  { from: 0.48, to: 0.52, words: 'half as many as' },
] as const;
