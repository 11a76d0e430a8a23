import type { BreakdownResponse } from '@cvq/contract';
import { WHOLE_LIST } from '../../address/list-choice.ts';
import { addressOf, state } from '../../address/location.ts';
import { chosenType } from '../../ask/events.ts';
import { Spark } from '../../chart/spark.tsx';
import { eventName } from '../../figures/event-name.ts';
import { isNotOver } from '../../figures/is-not-over.ts';
import { count } from '../../words/numbers.ts';
import { writing } from '../../words/writing.ts';

/** The types of events, the most frequent first. A click looks at one; another click at all again. */
export function Types({ answer: { data, meta } }: { readonly answer: BreakdownResponse }) {
  const { rows } = data;
  const isPartial = isNotOver(meta);
  const most = rows[0]?.events ?? 1;
  const { list } = state.value;
  return (
    <table class="event-types">
      <caption class="sr">Types of events</caption>
      <thead>
        <tr>
          <th scope="col">Type</th>
          <th scope="col" class="trend">
            <span class="sr">Trend</span>
          </th>
          <th scope="col" class="n">
            Visitors
          </th>
          <th scope="col" class="n">
            Events
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ value, trend = [], visitors, events }) => {
          const type = list.type === value ? null : value;
          return (
            <tr
              key={value}
              class={value === chosenType.value ? 'chosen' : ''}
              style={{ '--share': `${(100 * events) / most}%` }}
            >
              <th scope="row">
                <a
                  data-row
                  href={addressOf('events', { list: { ...WHOLE_LIST, type } })}
                  aria-current={list.type === value ? 'true' : undefined}
                >
                  {eventName(value)}
                </a>
              </th>
              <td class="trend">
                <Spark values={trend} partial={isPartial} />
              </td>
              <td class="n muted">{count(visitors, writing.value)}</td>
              <td class="n main">{count(events, writing.value)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
