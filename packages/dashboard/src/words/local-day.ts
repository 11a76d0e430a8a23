/** The day of a moment in a time zone, as `2026-11-22`. */
export function localDay(moment: string, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date(moment));
}
