import type { ChartLayout } from './chart-layout.ts';

type ProbeLineProps = { readonly layout: ChartLayout; readonly place: number | null };

/** The line at the place that is read. */
export function ProbeLine({ layout: { x, top, floor }, place }: ProbeLineProps) {
  if (place === null) return null;
  return <path class="probe" d={`M${x(place)} ${top}V${floor}`} />;
}
