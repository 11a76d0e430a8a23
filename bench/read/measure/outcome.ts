/** Prints tables whose figures have targets, and remembers whether one was missed. */
export class Outcome {
  missed = 0;
  readonly print: (line: string) => void;

  constructor(print: (line: string) => void = console.log) {
    this.print = print;
  }

  /** A figure that may be at most so much. */
  atMost(name: string, figure: number, { target, unit }: { target: number; unit: string }): void {
    const cells = [name.padEnd(64), told(figure).padStart(9), unit.padEnd(6), told(target).padStart(7)];
    const isMet = this.verdict({ [name]: [figure, target] }) === 'met';
    this.print(`${cells.join(' ')} ${isMet ? 'met' : 'MISSED'}`);
  }

  /** A figure that is told beside the others. */
  tell(name: string, figure: number, unit: string): void {
    this.print(`${name.padEnd(64)} ${told(figure).padStart(9)} ${unit}`);
  }

  /** `met`, or which of the figures are beyond their targets. */
  verdict(judged: Readonly<Record<string, readonly [figure: number, target: number]>>): string {
    const beyond = Object.entries(judged).filter(([, [figure, target]]) => !(figure <= target));
    if (beyond.length === 0) return 'met';
    this.missed += 1;
    return `MISSED ${beyond.map(([name]) => name).join(', ')}`;
  }

  /** What the program ends with. */
  exitCode(): number {
    this.print(this.missed === 0 ? '\nAll targets met.' : `\n${this.missed} missed.`);
    return this.missed === 0 ? 0 : 1;
  }
}

/** Three digits that matter. */
export function told(figure: number): string {
  if (Number.isNaN(figure)) return '-';
  return Math.abs(figure) >= 100 ? figure.toFixed(0) : figure.toFixed(Math.abs(figure) >= 10 ? 1 : 2);
}
