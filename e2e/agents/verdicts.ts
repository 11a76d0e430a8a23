/** What came of each thing that was tried. */
export class Verdicts {
  readonly #failures: string[] = [];

  /** Print it; what a program put out is kept for a failure. */
  note(what: string, isRight: boolean, output: string): void {
    process.stdout.write(`${isRight ? 'ok    ' : 'FAILED'} ${what}\n`);
    if (!isRight) this.#failures.push(`${what}\n${output}`);
  }

  /** Print what failed, and let the program end accordingly. */
  conclude(): void {
    if (this.#failures.length === 0) return;
    process.stderr.write(`${this.#failures.join('\n\n')}\n`);
    process.exitCode = 1;
  }
}
