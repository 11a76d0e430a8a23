import { type Point, pathOf } from './scale.ts';

const WIDTH = 74;
const HEIGHT = 20;

/** The shape of a row's trend, on a scale of its own: size is told by the line under the row. Readers get the figures. */
export function Spark({
  values,
  partial,
}: {
  readonly values: readonly number[];
  readonly partial: boolean;
}) {
  const whole = partial ? values.slice(0, -1) : values;
  const highest = Math.max(1, ...whole);
  const lowest = Math.min(0, ...whole);
  const points = whole.map(
    (value, place): Point => [
      1 + (place * (WIDTH - 4)) / Math.max(1, whole.length - 1),
      18 - ((value - lowest) / (highest - lowest)) * 16,
    ],
  );
  const last = points.at(-1);
  return (
    <svg class="spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
      {last && points.length > 1 && (
        <>
          <path d={pathOf(points)} />
          <circle cx={last[0]} cy={last[1]} r="1.8" />
        </>
      )}
    </svg>
  );
}
