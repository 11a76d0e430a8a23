import { z } from 'zod';
import { unreadable } from './spend-not-read.ts';

type Of<Row> = {
  readonly account: string;
  /** Reads a row, as the platform documents it. */
  readonly schema: z.ZodType<Row>;
  /** The day of a row that cannot be read, where it has one. */
  readonly dayOf: (given: unknown) => unknown;
  /** What the platform calls the field at a path of the row. */
  readonly fieldAt?: (path: readonly PropertyKey[]) => string;
};

const isDay = z.iso.date();

/**
 * Reads one row of what a platform tells of an account.
 * @throws SpendNotRead that names account, day and field
 */
export function readFigure<Row>(given: unknown, of: Of<Row>): Row {
  const { account, schema, dayOf, fieldAt = (path) => path.join('.') } = of;
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const day = isDay.safeParse(dayOf(given)).data ?? null;
  const field = issue === undefined || issue.path.length === 0 ? 'the row' : fieldAt(issue.path);
  const what = `${field} of account ${account} on ${day ?? 'a day that cannot be read'}: ${issue?.message}`;
  throw unreadable(what, { account, day, field });
}
