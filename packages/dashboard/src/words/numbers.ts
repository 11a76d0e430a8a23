/** How numbers are written for a person: by the person's locale, and amounts in the project's currency. */
export type Writing = { readonly locale: string; readonly currency: string };

/** A number, where it is known. */
export type KnownNumber = number | null | undefined;

/** What is not known reads as a dash, never as zero. */
export const UNKNOWN = '–';

/** Between a number and its unit. */
export const THIN = '\u202f';
/** As wide as a plus. */
export const MINUS = '\u2212';

/** `10,314` */
export function count(value: KnownNumber, { locale }: Writing): string {
  return written(value, (known) => formatter(locale, { maximumFractionDigits: 0 }).format(known));
}

/** `12.4K`: for the labels of an axis. */
export function compact(value: KnownNumber, { locale }: Writing): string {
  return written(value, (known) =>
    formatter(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(known),
  );
}

/** A fraction of one as `38.8 %`. */
export function percent(value: KnownNumber, { locale }: Writing, digits = 1): string {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return written(value, (known) => `${formatter(locale, options).format(known * 100)}${THIN}%`);
}

/**
 * An amount as overviews tell it: without cents from 1,000 on, and in a column without them from there on that its largest
 * amount needs none.
 */
export function money(value: KnownNumber, writing: Writing, largest: KnownNumber = value): string {
  const size = Math.abs(largest ?? 0);
  return written(value, (known) => amount(known, writing, size >= 1000 ? 0 : undefined));
}

/** An amount as lists tell it: with the cents of its currency. */
export function exactMoney(value: KnownNumber, writing: Writing): string {
  return written(value, (known) => amount(known, writing, undefined));
}

/** Seconds as `51 s` and `2 m 05 s`. */
export function seconds(value: KnownNumber): string {
  return written(value, (known) => {
    const whole = Math.round(known);
    if (whole < 60) return `${whole}${THIN}s`;
    return `${Math.floor(whole / 60)}${THIN}m ${String(whole % 60).padStart(2, '0')}${THIN}s`;
  });
}

function written(value: KnownNumber, write: (known: number) => string): string {
  return value === null || value === undefined ? UNKNOWN : write(value);
}

function amount(value: number, { locale, currency }: Writing, digits: number | undefined): string {
  const cents = digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return formatter(locale, { style: 'currency', currency, ...cents })
    .format(value)
    .replace('-', MINUS);
}

const formatters = new Map<string, Intl.NumberFormat>();

/** Making one takes a hundred times as long as using it. */
function formatter(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const name = `${locale} ${JSON.stringify(options)}`;
  const known = formatters.get(name) ?? new Intl.NumberFormat(locale, options);
  formatters.set(name, known);
  return known;
}
