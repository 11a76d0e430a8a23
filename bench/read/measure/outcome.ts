/** Prints tables whose figures have targets, and remembers whether one was missed. */
export class Outcome {
  missed = 0;

  /** A figure that may be at most so much. Figures that are no number are told and judged by nothing. */
  atMost(name: string, figure: number, { target, unit }: { target: number; unit: string }): void {
    const cells = [name.padEnd(64), told(figure).padStart(9), unit.padEnd(6), told(target).padStart(7)];
    this.print(`${cells.join(' ')} ${this.verdict([[figure, target]])}`);
  }

  /** A figure that is told beside the others. */
  tell(name: string, figure: number, unit: string): void {
    this.print(`${name.padEnd(64)} ${told(figure).padStart(9)} ${unit}`);
  }

  verdict(judged: readonly (readonly [figure: number, target: number])[]): 'met' | 'MISSED' {
    if (judged.every(([figure, target]) => figure <= target)) return 'met';
    this.missed += 1;
    return 'MISSED';
  }

  print(line: string): void {
    console.log(line);
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
