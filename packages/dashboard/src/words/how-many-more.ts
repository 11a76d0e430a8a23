const NARROW = '\u202f';

/** From one count to another in words that a sentence goes on after: `37 % more than`, `twice as many as`. */
export function howManyMore(now: number, before: number): string {
  const ratio = now / before;
  const [, , words] = PLAIN_WORDS.find(([from, to]) => ratio >= from && ratio <= to) ?? [];
  if (words) return words;
  if (ratio >= 10) return `${Math.round(ratio)} times as many as`;
  const whole = Math.round(Math.abs(ratio - 1) * 100);
  return `${whole}${NARROW}% ${ratio > 1 ? 'more' : 'fewer'} than`;
}

/** From which ratio to which people have a word for it. */
const PLAIN_WORDS = [
  [0.98, 1.02, 'as many as'],
  [1.22, 1.28, 'a quarter more than'],
  [1.31, 1.36, 'a third more than'],
  [1.47, 1.53, 'half as many again as'],
  [1.95, 2.05, 'twice as many as'],
  [2.93, 3.07, 'three times as many as'],
  [0.48, 0.52, 'half as many as'],
] as const;
