/** A point of a chart, in pixels from its upper left corner. */
export type Point = readonly [x: number, y: number];

/**
 * Round values for the lines of an axis that has zero in it, which is not among them: about as many as wanted on its longer
 * side, and no value beyond the outer ones. A library of charts does the same in ten times the bytes of this page.
 */
export function ticks(lowest: number, highest: number, wanted: number): number[] {
  const raw = Math.max(highest, -lowest) / wanted;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = roundStep(raw / power, power) * power;
  const below = Math.ceil(-lowest / step - 1e-9);
  const above = Math.ceil(highest / step - 1e-9);
  return Array.from({ length: below + above + 1 }, (_, index) =>
    Number(((index - below) * step).toPrecision(12)),
  ).filter(Boolean);
}

/** People count in ones, twos and fives; in quarters only of tens and more. */
function roundStep(leading: number, power: number): number {
  if (leading > 7) return 10;
  if (leading > 3.3) return 5;
  if (leading > 2.2 && power >= 10) return 2.5;
  return leading > 1.2 ? 2 : 1;
}

/** The points of a line, in order; null where nothing is known, which is a gap and not the floor. */
type Points = readonly (Point | null)[];

/** Straight lines from point to point: the value of an SVG path's `d`. A point between gaps is a dot. */
export function pathOf(points: Points): string {
  return points
    .map((point, index) => {
      const [isFirst, isLast] = [!points[index - 1], !points[index + 1]];
      return (
        point &&
        `${isFirst ? 'M' : 'L'}${point.map((at) => at.toFixed(1)).join(' ')}${isFirst && isLast ? 'h0' : ''}`
      );
    })
    .join('');
}

/** The area between a line and that of zero. */
export function areaOf(points: Points, zero: number): string {
  const down = (point: Point) => `${point[0].toFixed(1)} ${zero}`;
  return points
    .map((point, index) => {
      if (!point) return '';
      const start = points[index - 1] ? '' : `M${down(point)}`;
      const end = points[index + 1] ? '' : `L${down(point)}Z`;
      return `${start}L${point.map((at) => at.toFixed(1)).join(' ')}${end}`;
    })
    .join('');
}

/** A bar per point, up or down from zero, all in one path: an element per bucket would make a year of hours slow. */
export function barsOf(points: Points, zero: number, width: number): string {
  return points
    .filter((point): point is Point => point !== null && point[1] !== zero)
    .map(([x, y]) => `M${(x - width / 2).toFixed(1)} ${zero}V${y.toFixed(1)}h${width.toFixed(1)}V${zero}Z`)
    .join('');
}
