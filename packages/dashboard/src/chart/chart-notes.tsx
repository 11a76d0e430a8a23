import type { Annotation } from '@cvq/contract';
import type { ChartLayout } from './chart-layout.ts';
import type { Buckets } from './place-names.ts';
import { placeNotes } from './place-notes.ts';
import '../style/chart-details.css';

/** The chart has room for so many characters of a note; the dialog of its day has all of them. */
const MOST = 48;

type ChartNotesProps = {
  readonly layout: ChartLayout;
  readonly buckets: Buckets;
  readonly annotations: readonly Annotation[];
  /** While a value is read the words step aside. */
  readonly isRead: boolean;
};

/** What was noted of a day, in italics above it where there is room. On a phone the legend says it. */
export default function ChartNotes({ layout, buckets, annotations, isRead }: ChartNotesProps) {
  const { x, y, top, width, now, isNarrow } = layout;
  const spots = annotations.flatMap(({ id, date, text }) => {
    const place = buckets.labels.findLastIndex((label) => label.slice(0, 10) <= date);
    return place < 0 ? [] : [{ id, text: shortened(text), x: x(place), y: (now[place]?.[1] ?? y(0)) - 8 }];
  });
  const sides = placeNotes(spots, width);
  return (
    <>
      {spots.map(({ id, text, ...at }, index) => {
        const side = isNarrow || isRead ? null : sides[index];
        return (
          <g class="note" key={id}>
            <line x1={at.x} x2={at.x} y1={at.y} y2={top - 8} />
            {side && (
              <text
                x={at.x + (side === 'left' ? -8 : 8)}
                y={top - 3}
                text-anchor={side === 'left' ? 'end' : 'start'}
              >
                {text}
              </text>
            )}
          </g>
        );
      })}
    </>
  );
}

function shortened(text: string): string {
  return text.length > MOST ? `${text.slice(0, MOST - 1)}…` : text;
}
