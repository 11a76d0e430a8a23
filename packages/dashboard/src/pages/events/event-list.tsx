import type { ListEventsResponse } from '@cvq/contract';
import { choose, state } from '../../address/location.ts';
import { Choice } from '../../parts/choice.tsx';
import { EventHeads, EventRow } from '../../parts/event-row.tsx';

const STATES = [
  ['', 'Whatever became of it'],
  ['counted', 'Counted'],
  ['bot', 'By bots'],
  ['excluded', 'In no report'],
] as const;

/** Events one by one, the newest first, those that no report counts too. */
export function EventList({ answer: { data, meta } }: { readonly answer: ListEventsResponse }) {
  const { list } = state.value;
  return (
    <section class="events" aria-labelledby="events">
      <header>
        <h2 id="events">Each by itself</h2>
        <Choice
          name="What became of it"
          value={list.state ?? ''}
          options={STATES}
          onChoose={(of) => choose({ list: { ...list, after: null, state: of || null } })}
        />
      </header>
      {data.length === 0 ? (
        <p class="none">None of this in these days.</p>
      ) : (
        <table class="event-rows">
          <EventHeads />
          <tbody>
            {data.map((event) => (
              <EventRow key={event.event_id} event={event} withDay />
            ))}
          </tbody>
        </table>
      )}
      <footer>
        {list.after !== null && (
          <button type="button" class="button" onClick={() => choose({ list: { ...list, after: null } })}>
            Newest
          </button>
        )}
        {meta.next_cursor !== null && (
          <button
            type="button"
            class="button"
            onClick={() => choose({ list: { ...list, after: meta.next_cursor } })}
          >
            Older
          </button>
        )}
      </footer>
    </section>
  );
}
