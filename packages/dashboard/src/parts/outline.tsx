import { METRICS, type Metric } from '../figures/metrics.ts';

const NAMES = (Object.keys(METRICS) as Metric[]).slice(0, 8);

/** Where the figures will be: names and hairlines, so that nothing moves when they come. */
export function Outline() {
  return (
    <>
      <p class="sentence outline-sentence" aria-hidden="true" />
      <div class="strip" aria-hidden="true">
        {NAMES.map((name) => (
          <div key={name} class="metric">
            <span class="label">{METRICS[name].name}</span>
            <span class="figure">{'\u00a0'}</span>
            <span class="delta">{'\u00a0'}</span>
          </div>
        ))}
      </div>
      <div class="outline-chart" aria-hidden="true" />
    </>
  );
}
