import { z } from 'zod';

/** An argument that is a day of the calendar. */
export function day() {
  return z.iso.date({
    error: ({ input }) =>
      /^\d{4}-\d{2}-\d{2}$/.test(String(input)) ? 'is not a day of the calendar' : 'must be YYYY-MM-DD',
  });
}
