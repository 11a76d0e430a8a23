import type { ConversionDetails, ConversionJourney, ConversionVisit } from '@cvq/contract';
import { DIRECT } from '@cvq/contract/constants';
import { useState } from 'preact/hooks';
import { amountOf } from '../../figures/conversion-facts.ts';
import { dimensionValue, isUnset } from '../../figures/dimension-value.ts';
import { eventName } from '../../figures/event-name.ts';
import { clock } from '../../words/dates.ts';
import { duration } from '../../words/duration.ts';
import { dayOfMoment, exactClock } from '../../words/moments.ts';
import { strangersText } from '../../words/strangers-text.ts';
import { writing } from '../../words/writing.ts';

type VisitsProps = { readonly journey: ConversionJourney; readonly conversion: ConversionDetails };

/** Each visit that led there: the credited one and that of the conversion are open. */
export function Visits({ journey, conversion }: VisitsProps) {
  const { visits, visits_total } = journey;
  return (
    <section aria-labelledby="visits">
      <h2 id="visits">How they came</h2>
      {visits.length === 0 && (
        <p class="none">No browser is known that this conversion came from: a server has told of it.</p>
      )}
      {visits_total > visits.length && (
        <p class="none">
          The latest {visits.length} of {visits_total} visits.
        </p>
      )}
      {visits.map((visit) => (
        <Visit key={visit.started_at} visit={visit} conversion={conversion} />
      ))}
    </section>
  );
}

type VisitProps = { readonly visit: ConversionVisit; readonly conversion: ConversionDetails };
type VisitEvent = ConversionVisit['events'][number];

function Visit({ visit, conversion }: VisitProps) {
  const [isOpen, setOpen] = useState(visit.is_credited || visit.is_own);
  const { locale } = writing.value;
  const { touch, click_ids, events } = visit;
  const pages = events.filter(({ event_type }) => event_type === 'pageview');
  return (
    <article class={`visit ${visit.is_credited ? 'credited' : ''}`}>
      <time dateTime={visit.started_at}>
        {dayOfMoment(visit.started_at, writing.value)}
        <span>{clock(visit.started_at, writing.value)}</span>
      </time>
      <div>
        <p class="origin">
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {touch ? strangersText(touch.channel) : 'Visit'}
          </button>
          {touch && (
            <span class="muted">
              {touch.source !== DIRECT && dimensionValue('source', touch.source, locale)}
              {!isUnset(touch.campaign) && ` · ${strangersText(touch.campaign)}`}
            </span>
          )}
          {visit.is_credited && <em>gets the credit</em>}
        </p>
        {isOpen ? (
          <Steps visit={visit} conversion={conversion} />
        ) : (
          <p class="muted small path">
            {pages.map((page) => strangersText(page.page_path ?? '')).join('  →  ')}
          </p>
        )}
        {Object.entries(click_ids).map(([name, id]) => (
          <p key={name} class="muted click">
            <code>
              {strangersText(name)} {strangersText(id)}
            </code>
          </p>
        ))}
      </div>
    </article>
  );
}

function Steps({ visit: { events, events_total }, conversion }: VisitProps) {
  const longest = Math.max(1, ...events.map(({ seconds_to_next }) => seconds_to_next ?? 0));
  return (
    <ol class="steps">
      {events.map((event) => (
        <li key={event.event_id} class={kindOf(event, conversion)}>
          <time dateTime={event.timestamp}>{exactClock(event.timestamp, writing.value)}</time>
          <span class="what">
            {event.event_type === 'pageview'
              ? strangersText(event.page_path ?? event.page_url ?? '')
              : eventName(event.event_type)}
          </span>
          <span class="dwell">
            {event.seconds_to_next !== null && (
              <>
                {duration(event.seconds_to_next * 1000)}
                <i style={{ '--part': event.seconds_to_next / longest }} />
              </>
            )}
            {event.event_id === conversion.event_id ? amountOf(conversion) : plainOf(event)}
          </span>
        </li>
      ))}
      {events_total > events.length && <li class="muted">and {events_total - events.length} more</li>}
    </ol>
  );
}

function kindOf(event: VisitEvent, conversion: ConversionDetails): string {
  if (event.event_id === conversion.event_id) return 'bought';
  return event.event_type === 'pageview' ? 'seen' : 'event';
}

/** The first thing that an event says of itself. */
function plainOf({ event_type, properties }: VisitEvent): string | null {
  if (event_type === 'pageview') return null;
  const [first] = Object.entries(properties);
  return first === undefined ? null : strangersText(`${first[0]} ${first[1]}`);
}
