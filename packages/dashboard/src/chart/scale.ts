/** A point of a chart, in pixels from its upper left corner. */
export type Point = readonly [x: number, y: number];

/**
 * Round values above zero for the lines of an axis: about as many as wanted, the last of them not below `max`. A library of
 * charts does the same in ten times the bytes of this page.
 */
export function ticks(max: number, wanted: number): number[] {
  const raw = max / wanted;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = roundStep(raw / power, power) * power;
  const lines = Math.ceil(max / step - 1e-9);
  return Array.from({ length: Math.max(1, lines) }, (_, index) =>
    Number(((index + 1) * step).toPrecision(12)),
  );
}

/** People count in ones, twos and fives; in quarters only of tens and more. */
function roundStep(leading: number, power: number): number {
  if (leading > 7) return 10;
  if (leading > 3.3) return 5;
  if (leading > 2.2 && power >= 10) return 2.5;
  return leading > 1.2 ? 2 : 1;
}

/** Straight lines from point to point: the value of an SVG path's `d`. */
export function pathOf(points: readonly Point[]): string {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
}

/** The area between a line and the floor. */
export function areaOf(points: readonly Point[], floor: number): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return '';
  return `${pathOf(points)}L${last[0].toFixed(1)} ${floor}L${first[0].toFixed(1)} ${floor}Z`;
}

/** A bar per point, all in one path: an element per bucket would make a year of hours slow. */
export function barsOf(points: readonly Point[], floor: number, width: number): string {
  return points
    .filter(([, y]) => y < floor)
    .map(([x, y]) => `M${(x - width / 2).toFixed(1)} ${floor}V${y.toFixed(1)}h${width.toFixed(1)}V${floor}Z`)
    .join('');
}
