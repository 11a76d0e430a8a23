const NAME = 'DayBroken';

/** A stored day is not as it was stored. Its code is its number, which an error keeps on its way between threads. */
export class DayBroken extends Error {
  override readonly name = NAME;
  readonly code: string;

  constructor(day: number, cause: unknown) {
    super(`The stored day ${day} is not as it was stored.`, { cause });
    this.code = String(day);
  }
}

/** The number of the day that an error tells of, from whatever thread it came; null for any other error. */
export function brokenDay(error: unknown): number | null {
  return error instanceof Error && error.name === NAME && 'code' in error ? Number(error.code) : null;
}
