import type { ReportResponse } from '@cvq/contract';
import { choose, state } from '../../address/location.ts';
import { useReading } from '../../chart/line-chart.tsx';
import { placeName } from '../../chart/place-names.ts';
import { SPEND_METRICS } from '../../figures/spend-metrics.ts';
import { ChartLegend } from '../../parts/chart-legend.tsx';
import { writing } from '../../words/writing.ts';
import { SpendChart } from './spend-chart.tsx';
import '../../style/series.css';

type SpendFigureProps = { readonly report: ReportResponse };

/** Spend and revenue over time, as a chart or as a table. */
export function SpendFigure({ report: { data, meta } }: SpendFigureProps) {
  const read = useReading();
  const { series } = data;
  if ((series.now.measures.ad_spend ?? []).every((value) => value === null)) return null;
  return (
    <figure class="main-chart">
      {state.value.table ? (
        <SpendTable series={series} />
      ) : (
        <SpendChart
          series={series}
          read={read}
          onOpen={(label) => choose({ range: { start: label, end: label }, granularity: null })}
        />
      )}
      <ChartLegend meta={meta} unfinished={series.partial ? 'provisional: not over yet' : null}>
        <span>
          <i class="key bar-key" />
          Spend
        </span>
        <span>
          <i class="key earned-key" />
          Revenue
        </span>
      </ChartLegend>
    </figure>
  );
}

function SpendTable({ series: { now, granularity } }: { readonly series: ReportResponse['data']['series'] }) {
  const columns = ['ad_spend', 'revenue', 'roas'] as const;
  return (
    <table class="series">
      <thead>
        <tr>
          <th scope="col">{granularity === 'day' ? 'Day' : 'From'}</th>
          {columns.map((name) => (
            <th key={name} scope="col" class="n">
              {SPEND_METRICS[name].short}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {now.labels.map((label, place) => (
          <tr key={label}>
            <th scope="row">{placeName({ granularity, ...now }, place, writing.value)}</th>
            {columns.map((name) => (
              <td key={name} class="n">
                {SPEND_METRICS[name].write(now.measures[name]?.[place], writing.value)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
