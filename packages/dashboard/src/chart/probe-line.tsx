import type { ChartLayout } from './chart-layout.ts';

type ProbeLineProps = { readonly layout: ChartLayout; readonly place: number | null };

/** The line at the place that is read. */
export function ProbeLine({ layout: { x, top, floor }, place }: ProbeLineProps) {
  if (place === null) return null;
  return <line class="probe" x1={x(place)} x2={x(place)} y1={top} y2={floor} />;
}
