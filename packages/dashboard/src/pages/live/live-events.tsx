import type { RecordedEvent } from '@cvq/contract';
import { useEffect, useRef, useState } from 'preact/hooks';
import { EventHeads, EventRow } from '../../parts/event-row.tsx';
import { count } from '../../words/numbers.ts';
import { writing } from '../../words/writing.ts';
import { nextRows, ROW_EVERY_MS } from './next-rows.ts';

/** Events as they come, the newest first. They stand still while somebody points at them, opens one, or says so. */
export function LiveEvents({ events }: { readonly events: readonly RecordedEvent[] }) {
  const [shown, setShown] = useState(events);
  const [isHeld, setHeld] = useState(false);
  const [isPaused, setPaused] = useState(false);
  const stands = isHeld || isPaused;
  const latest = useRef(events);
  latest.current = events;
  useEffect(() => {
    if (stands) return;
    const timer = setInterval(() => setShown((rows) => nextRows(rows, latest.current)), ROW_EVERY_MS);
    return () => clearInterval(timer);
  }, [stands]);
  const known = new Set(shown.map(({ event_id: id }) => id));
  const waiting = events.filter(({ event_id: id }) => !known.has(id)).length;
  return (
    <section class="events" aria-labelledby="events">
      <header>
        <h2 id="events">As it happens</h2>
        <button type="button" class="button" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
          {isPaused ? 'Go on' : 'Pause'}
          {stands && waiting > 0 && <span class="muted"> {count(waiting, writing.value)} new</span>}
        </button>
      </header>
      {shown.length === 0 ? (
        <p class="none">
          Nothing came in the last 30 minutes. Open your site in another tab: it appears here.
        </p>
      ) : (
        <div
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocusIn={() => setHeld(true)}
          onFocusOut={() => setHeld(false)}
        >
          <table class="event-rows">
            <EventHeads />
            <tbody>
              {shown.map((event) => (
                <EventRow key={event.event_id} event={event} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
