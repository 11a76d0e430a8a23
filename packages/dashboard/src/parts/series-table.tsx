import type { DashboardOverview } from '@cvq/contract';
import { state } from '../address/location.ts';
import { placeName } from '../chart/place-names.ts';
import { METRICS } from '../figures/metrics.ts';
import { writing } from '../words/writing.ts';
import { Delta } from './delta.tsx';
import '../style/series.css';

/** What the chart shows, as a table. */
export default function SeriesTable({ answer: { data } }: { readonly answer: DashboardOverview }) {
  const { metric } = state.value;
  const { now, before, granularity } = data.series;
  const facts = METRICS[metric];
  return (
    <table class="series">
      <thead>
        <tr>
          <th scope="col">{granularity === 'hour' ? 'Hour' : 'Day'}</th>
          <th scope="col" class="n">
            {facts.name}
          </th>
          {before && (
            <>
              <th scope="col" class="n">
                Before
              </th>
              <th scope="col" class="n">
                Change
              </th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {now.labels.map((label, place) => (
          <tr key={label}>
            <th scope="row">{placeName({ granularity, ...now }, place, writing.value)}</th>
            <td class="n main">{facts.write(now.measures[metric]?.[place], writing.value)}</td>
            {before && (
              <>
                <td class="n">{facts.write(before.measures[metric]?.[place], writing.value)}</td>
                <td class="n">
                  <Delta
                    metric={facts}
                    now={now.measures[metric]?.[place]}
                    before={before.measures[metric]?.[place]}
                    emphasis="ink"
                  />
                </td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
