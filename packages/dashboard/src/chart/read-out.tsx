import type { ComponentChildren } from 'preact';
import type { ChartLayout } from './chart-layout.ts';
import '../style/chart-details.css';

const GAP = 14;

type ReadOutProps = {
  readonly layout: ChartLayout;
  readonly place: number;
  readonly children: ComponentChildren;
};

/** The values at a place, beside the line, away from the middle of the chart. On a phone the legend says them. */
export function ReadOut({ layout: { x, width, isNarrow }, place, children }: ReadOutProps) {
  if (isNarrow) return null;
  const at = x(place);
  const left = at < width / 2 ? `${at + GAP}px` : `calc(${at - GAP}px - 100%)`;
  return (
    <div class="read-out" ref={(element) => element?.style.setProperty('translate', left)}>
      {children}
    </div>
  );
}
