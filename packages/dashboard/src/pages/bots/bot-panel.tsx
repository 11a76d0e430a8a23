import type { BotBreakdown } from '@cvq/contract';
import { choose, state } from '../../address/location.ts';
import { Spark } from '../../chart/spark.tsx';
import { botWords } from '../../figures/bot-words.ts';
import { filterOf } from '../../figures/filter-text.ts';
import { count, percent } from '../../words/numbers.ts';
import { writing } from '../../words/writing.ts';

type BotPanelProps = {
  readonly breakdown: BotBreakdown;
  readonly total: number;
  readonly partial: boolean;
};

const NAMES: Readonly<Record<BotBreakdown['dimension'], string>> = {
  category: 'Categories',
  name: 'Names',
  reason: 'Found by',
  page: 'Pages they read',
};

/** Requests of bots by the values of something: a click on one narrows the page to it. */
export function BotPanel({ breakdown: { dimension, rows, total_rows }, total, partial }: BotPanelProps) {
  return (
    <section class="panel" aria-labelledby={`bots-${dimension}`}>
      <table>
        <thead>
          <tr>
            <th scope="col" id={`bots-${dimension}`} class="panel-name">
              {NAMES[dimension]}
            </th>
            <th scope="col" class={dimension === 'page' ? 'n companion' : 'trend'}>
              {dimension === 'page' ? 'Of people' : <span class="sr">Trend</span>}
            </th>
            <th scope="col" class="n" aria-sort="descending">
              Requests
            </th>
            <th scope="col" class="n change">
              Share
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.value} {...{ dimension, row, total, partial }} />
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p class="none">Nothing here in this period.</p>}
      {total_rows > rows.length && (
        <footer>
          {rows.length} of {count(total_rows, writing.value)}
        </footer>
      )}
    </section>
  );
}

type RowProps = Pick<BotPanelProps, 'total' | 'partial'> & {
  readonly dimension: BotBreakdown['dimension'];
  readonly row: BotBreakdown['rows'][number];
};

function Row({ dimension, row, total, partial }: RowProps) {
  const { value, bot_requests, people_requests, trend } = row;
  const share = total > 0 ? bot_requests / total : 0;
  const shown = botWords(dimension, value);
  return (
    <tr ref={(element) => element?.style.setProperty('--share', `${share * 100}%`)}>
      <th scope="row">
        <button
          type="button"
          data-row
          class="name"
          title={`Only ${shown}`}
          onClick={() => narrow(dimension, value)}
        >
          {shown}
        </button>
      </th>
      {dimension === 'page' ? (
        <td class="n companion">{count(people_requests, writing.value)}</td>
      ) : (
        <td class="trend">
          <Spark values={trend ?? []} partial={partial} />
        </td>
      )}
      <td class="n main">{count(bot_requests, writing.value)}</td>
      <td class="n change muted">{percent(share, writing.value)}</td>
    </tr>
  );
}

function narrow(dimension: BotBreakdown['dimension'], value: string): void {
  const { bot, filters } = state.value;
  if (dimension !== 'page') {
    choose({ bot: { ...bot, [dimension]: value } });
    return;
  }
  const filter = filterOf('page', 'is', [value]);
  if (!filters.includes(filter)) choose({ filters: [...filters, filter] });
}
