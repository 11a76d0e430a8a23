/** One fault of a file: where it is, what is wrong, and what to do. `line` counts from 1, `column` is null for a whole line. */
export type FileFault = {
  readonly line: number;
  readonly column: string | null;
  readonly problem: string;
  readonly fix: string;
};

/** A file of which nothing was stored. */
export class BadFile extends Error {
  override readonly name = 'BadFile';
  readonly faults: readonly FileFault[];

  constructor(faults: readonly FileFault[]) {
    super(faults.map(describeFault).join(' '));
    this.faults = faults;
  }
}

/** A fault in words: `Line 3, spend: "1,50" is no amount. Write it with a point, such as 12.34.` */
export function describeFault({ line, column, problem, fix }: FileFault): string {
  return `Line ${line}${column === null ? '' : `, ${column}`}: ${problem} ${fix}`;
}
