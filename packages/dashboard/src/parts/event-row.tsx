import type { RecordedEvent } from '@cvq/contract';
import { useState } from 'preact/hooks';
import { eventName } from '../figures/event-name.ts';
import { eventStateWords } from '../words/event-state-words.ts';
import { dayOfMoment, exactClock } from '../words/moments.ts';
import { strangersText } from '../words/strangers-text.ts';
import { writing } from '../words/writing.ts';
import '../style/events.css';

/** The heads of a table of events. */
export function EventHeads() {
  return (
    <thead>
      <tr>
        <th scope="col">Time</th>
        <th scope="col">Event</th>
        <th scope="col" class="where">
          Page
        </th>
        <th scope="col">What became of it</th>
      </tr>
    </thead>
  );
}

type EventRowProps = { readonly event: RecordedEvent; readonly withDay?: boolean };

/** An event with what became of it; it opens to all that is recorded of it. */
export function EventRow({ event, withDay = false }: EventRowProps) {
  const [isOpen, setOpen] = useState(false);
  const { event_id: id, event_type: type, timestamp, page_path: path, hostname, origin } = event;
  const { tone, words } = eventStateWords(event);
  return (
    <>
      <tr class="event">
        <td class="when">
          <time dateTime={timestamp}>
            {withDay && <span>{dayOfMoment(timestamp, writing.value)}, </span>}
            {exactClock(timestamp, writing.value)}
          </time>
        </td>
        <th scope="row">
          <button
            type="button"
            data-row
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {eventName(type)}
          </button>
        </th>
        <td class="where">
          {path === null ? (
            <span class="muted">{origin === 'server' ? 'from a server' : '–'}</span>
          ) : (
            strangersText(path)
          )}
          {event.state === 'excluded' && hostname !== null && (
            <span class="muted"> · {strangersText(hostname)}</span>
          )}
        </td>
        <td class={`became ${tone}`}>{words}</td>
      </tr>
      {isOpen && (
        <tr id={id} class="json">
          <td colSpan={4}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the page is scrolled by keys. */}
            <pre tabIndex={0}>
              <code>{shownJson(event)}</code>
            </pre>
          </td>
        </tr>
      )}
    </>
  );
}

/** Line by line, so that a long value of a stranger hides none of the others. */
function shownJson(event: RecordedEvent): string {
  return JSON.stringify(event, null, 2).split('\n').map(strangersText).join('\n');
}
