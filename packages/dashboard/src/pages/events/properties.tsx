import type { EventProperty, ListPropertiesResponse } from '@cvq/contract';
import { choose, state } from '../../address/location.ts';
import { eventName } from '../../figures/event-name.ts';
import { filterOf } from '../../figures/filter-text.ts';
import { count, percent } from '../../words/numbers.ts';
import { strangersText } from '../../words/strangers-text.ts';
import { writing } from '../../words/writing.ts';

type PropertiesProps = { readonly answer: ListPropertiesResponse; readonly type: string };

/** So many values of a property stand in a row. */
const VALUES = 5;

/** What the events of a type carry: how often each property is there, and its most frequent values. A value filters. */
export function Properties({ answer: { data }, type }: PropertiesProps) {
  const { events, properties, total_properties: total } = data;
  if (properties.length === 0)
    return <p class="none">Events of the type {eventName(type)} have no properties in these days.</p>;
  return (
    <table class="properties">
      <caption class="sr">Properties of {eventName(type)}</caption>
      <thead>
        <tr>
          <th scope="col">Property of {eventName(type)}</th>
          <th scope="col" class="n">
            Present
          </th>
          <th scope="col">Most frequent values</th>
        </tr>
      </thead>
      <tbody>
        {properties.map((property) => (
          <Property key={property.name} property={property} all={events} />
        ))}
      </tbody>
      {total > properties.length && (
        <tfoot>
          <tr>
            <td colSpan={3} class="muted small">
              {count(total - properties.length, writing.value)} more are rarer than these.
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

type PropertyProps = { readonly property: EventProperty; readonly all: number };

function Property({ property, all }: PropertyProps) {
  const { name, events, distinct_values: distinct, top_values: top, numbers } = property;
  const more = distinct - Math.min(top.length, VALUES);
  return (
    <tr>
      <th scope="row">{strangersText(name)}</th>
      <td class="n">{percent(all === 0 ? null : events / all, writing.value, 0)}</td>
      <td>
        <ul class="values">
          {top.slice(0, VALUES).map(({ value, events: times }) => (
            <li key={value}>
              <button type="button" class="value" onClick={() => filterBy(name, 'is', value)}>
                <span class="sr">Filter by </span>
                {strangersText(value)} <span class="muted">{count(times, writing.value)}</span>
              </button>
            </li>
          ))}
          {more > 0 && <li class="muted small">{count(more, writing.value)} more</li>}
        </ul>
        {numbers !== null && distinct > 1 && <NumberFilter name={name} numbers={numbers} />}
      </td>
    </tr>
  );
}

type NumberFilterProps = { readonly name: string; readonly numbers: NonNullable<EventProperty['numbers']> };

/** Where all values are numbers: those above or below one. */
function NumberFilter({ name, numbers: { lowest, highest } }: NumberFilterProps) {
  return (
    <form
      class="numbers"
      aria-label={`Filter by ${strangersText(name)} as a number`}
      onSubmit={(event) => {
        event.preventDefault();
        const said = new FormData(event.currentTarget);
        filterBy(name, said.get('how') === 'lt' ? 'lt' : 'gt', String(said.get('bound')));
      }}
    >
      <select name="how" class="control" aria-label="How">
        <option value="gt">more than</option>
        <option value="lt">less than</option>
      </select>
      <input
        name="bound"
        type="number"
        step="any"
        required
        aria-label={`A number, ${lowest} to ${highest}`}
        placeholder={`${lowest} – ${highest}`}
      />
      <button type="submit" class="button">
        Filter
      </button>
    </form>
  );
}

function filterBy(name: string, operator: 'is' | 'gt' | 'lt', value: string): void {
  const filter = filterOf(`property:${name}`, operator, [value]);
  const { filters } = state.value;
  if (!filters.includes(filter)) choose({ filters: [...filters, filter] });
}
