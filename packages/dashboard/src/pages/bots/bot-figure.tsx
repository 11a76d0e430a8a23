import type { BotSeries, Meta } from '@cvq/contract';
import { choose, state } from '../../address/location.ts';
import { useReading } from '../../chart/line-chart.tsx';
import { placeName } from '../../chart/place-names.ts';
import { ChartLegend } from '../../parts/chart-legend.tsx';
import { count, percent } from '../../words/numbers.ts';
import { writing } from '../../words/writing.ts';
import { BotChart } from './bot-chart.tsx';

type BotFigureProps = { readonly series: BotSeries; readonly meta: Meta };

/** People and bots over time, as a chart or as a table. */
export function BotFigure({ series, meta }: BotFigureProps) {
  const read = useReading();
  const { bot_requests: bots, people_requests: people, partial } = series;
  const place = read.value;
  const valueAt = (counts: readonly number[]) =>
    place === null ? null : <b class="phone">{count(counts[place], writing.value)}</b>;
  return (
    <figure class="main-chart">
      {state.value.table ? (
        <SeriesOfBots series={series} />
      ) : (
        <BotChart
          series={series}
          read={read}
          onOpen={(label) => {
            const day = label.slice(0, 10);
            choose({ range: { start: day, end: day }, granularity: null });
          }}
        />
      )}
      <ChartLegend meta={meta} unfinished={partial ? 'not over yet' : null}>
        <span>
          <i class="key people-key" />
          People {valueAt(people)}
        </span>
        <span>
          <i class="key bot-key" />
          Bots {valueAt(bots)}
        </span>
      </ChartLegend>
    </figure>
  );
}

function SeriesOfBots({ series }: { readonly series: BotSeries }) {
  const { labels, bot_requests: bots, people_requests: people, granularity } = series;
  return (
    <table class="series">
      <thead>
        <tr>
          <th scope="col">{granularity === 'hour' ? 'Hour' : 'Day'}</th>
          {['People', 'Bots', 'Share of bots'].map((name) => (
            <th key={name} scope="col" class="n">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {labels.map((label, place) => {
          const [own, others] = [bots[place] ?? 0, people[place] ?? 0];
          return (
            <tr key={label}>
              <th scope="row">{placeName(series, place, writing.value)}</th>
              <td class="n">{count(others, writing.value)}</td>
              <td class="n main">{count(own, writing.value)}</td>
              <td class="n">{percent(own + others > 0 ? own / (own + others) : null, writing.value)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
