import { PAGEVIEW } from '@cvq/contract/constants';
import { useEffect } from 'preact/hooks';
import { state } from '../address/location.ts';
import { eventList, eventProperties, eventTypes, propertiesType } from '../ask/events.ts';
import { eventName } from '../figures/event-name.ts';
import { periodWords } from '../figures/period-words.ts';
import Nobody from '../parts/nobody.tsx';
import { Problem } from '../parts/problem.tsx';
import { eventsSentence } from '../words/events-sentence.ts';
import { writing } from '../words/writing.ts';
import { EventList } from './events/event-list.tsx';
import { Properties } from './events/properties.tsx';
import { Types } from './events/types.tsx';

/** What happens on the site: types of events, what they carry, and each by itself. */
export default function Events() {
  const types = eventTypes.answer.value;
  const meta = types?.meta;
  useEffect(() => {
    if (meta) writing.value = { ...writing.peek(), currency: meta.currency, timeZone: meta.timezone };
  }, [meta]);
  const isStale = [eventTypes, eventList, eventProperties].some((asked) => asked.isStale.value);
  const isEmpty = types !== null && types.data.rows.length === 0;
  return (
    <main id="main" class={`page ${isStale ? 'stale' : ''}`} aria-busy={isStale}>
      {isStale && <div class="waiting" aria-hidden="true" />}
      {eventTypes.problem.value && (
        <Problem of={eventTypes.problem.value} isAlone={!types} onRetry={eventTypes.retry} />
      )}
      {types && <Heading answer={types} />}
      {isEmpty && <Nobody />}
      {types && !isEmpty && (
        <div class="events-columns">
          <Types answer={types} />
          <div>
            {/* What is wrong with the address, the list says as well. */}
            {eventProperties.problem.value && !eventList.problem.value && (
              <Problem of={eventProperties.problem.value} onRetry={eventProperties.retry} />
            )}
            {eventProperties.answer.value && propertiesType.value !== null && (
              <Properties answer={eventProperties.answer.value} type={propertiesType.value} />
            )}
          </div>
        </div>
      )}
      {eventList.problem.value && !eventTypes.problem.value && (
        <Problem of={eventList.problem.value} onRetry={eventList.retry} />
      )}
      {eventList.answer.value && <EventList answer={eventList.answer.value} />}
      {meta && <p class="zone muted small">Times are those of {meta.timezone}.</p>}
    </main>
  );
}

function Heading({
  answer: { data, meta },
}: {
  readonly answer: NonNullable<typeof eventTypes.answer.value>;
}) {
  const types = data.rows.map(({ value, events }) => ({
    are: value === PAGEVIEW ? 'page views' : `of the type ${eventName(value)}`,
    events,
  }));
  const { lead, aside } = eventsSentence(
    { period: periodWords(meta), isFiltered: state.value.filters.length > 0, types },
    writing.value,
  );
  return (
    <h1 class="sentence" tabIndex={-1}>
      {lead} <span class="aside">{aside}</span>
    </h1>
  );
}
