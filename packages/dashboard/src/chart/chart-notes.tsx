import type { Annotation } from '@cvq/contract';
import type { ChartLayout } from './chart-layout.ts';
import type { Buckets } from './place-names.ts';

type ChartNotesProps = {
  readonly layout: ChartLayout;
  readonly buckets: Buckets;
  readonly annotations: readonly Annotation[];
  /** While a value is read the words step aside. */
  readonly isRead: boolean;
};

/** About as wide as a letter of an annotation is. */
const LETTER = 6.4;

/** What was noted of a day, in italics above it. On a phone the legend says it. */
export function ChartNotes({ layout, buckets, annotations, isRead }: ChartNotesProps) {
  const { x, y, top, width, now, isNarrow } = layout;
  return (
    <>
      {annotations.map(({ id, date, text }) => {
        const place = buckets.labels.findLastIndex((label) => label.slice(0, 10) <= date);
        if (place < 0) return null;
        const isLeft = x(place) + text.length * LETTER > width;
        return (
          <g class="note" key={id}>
            <line x1={x(place)} x2={x(place)} y1={(now[place]?.[1] ?? y(0)) - 8} y2={top - 8} />
            {!isNarrow && !isRead && (
              <text x={x(place) + (isLeft ? -8 : 8)} y={top - 3} text-anchor={isLeft ? 'end' : 'start'}>
                {text}
              </text>
            )}
          </g>
        );
      })}
    </>
  );
}
