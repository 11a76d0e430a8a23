/** How moments are written: by the person's locale, in the project's zone. */
export type Calendar = { readonly locale: string; readonly timeZone: string };

/** A local day, `2026-11-23`, as `23 Nov`; with the year where it is not the one of `today`, a day or a moment. */
export function day(date: string, { locale, today = date }: Calendar & { readonly today?: string }): string {
  const year = date.slice(0, 4) === today.slice(0, 4) ? {} : ({ year: 'numeric' } as const);
  return ofDay(date, locale, { day: 'numeric', month: 'short', ...year });
}

/** With the weekday, and the year. */
export function fullDay(date: string, { locale }: Calendar): string {
  return ofDay(date, locale, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
}

/** First and last day, as `24 Oct – 22 Nov`; the year where it is not the one of `today`, a day or a moment. */
export function span(first: string, last: string, { locale, today }: Calendar & { readonly today: string }) {
  const isThisYear = first.slice(0, 4) === today.slice(0, 4) && last.slice(0, 4) === today.slice(0, 4);
  const year = isThisYear ? {} : ({ year: 'numeric' } as const);
  if (first === last)
    return ofDay(first, locale, { weekday: 'short', day: 'numeric', month: 'short', ...year });
  const format = formatter(locale, { timeZone: 'UTC', day: 'numeric', month: 'short', ...year });
  return `${format.format(noonOf(first))} – ${format.format(noonOf(last))}`;
}

/** A moment, as `08:37`. */
export function clock(moment: string, { locale, timeZone }: Calendar): string {
  return formatter(locale, { timeZone, hour: '2-digit', minute: '2-digit' }).format(new Date(moment));
}

function ofDay(date: string, locale: string, options: Intl.DateTimeFormatOptions): string {
  return formatter(locale, { timeZone: 'UTC', ...options }).format(noonOf(date));
}

const noonOf = (date: string) => new Date(`${date}T12:00:00Z`);

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Making one takes a hundred times as long as using it. */
export function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = `${locale} ${JSON.stringify(options)}`;
  const known = formatters.get(name) ?? new Intl.DateTimeFormat(locale, options);
  formatters.set(name, known);
  return known;
}
