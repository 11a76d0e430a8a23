import type { LiveResponse } from '@cvq/contract';
import { barsOf, type Point } from '../../chart/scale.ts';
import { clock } from '../../words/dates.ts';
import { count } from '../../words/numbers.ts';
import { writing } from '../../words/writing.ts';

type Minutes = LiveResponse['data']['minutes'];

const WIDTH = 600;
const HEIGHT = 120;

/** The visitors of the last 30 minutes, a bar each. Readers get them as a table. */
export function MinuteBars({ minutes }: { readonly minutes: Minutes }) {
  const most = Math.max(1, ...minutes.map(({ visitors }) => visitors));
  const step = WIDTH / Math.max(1, minutes.length);
  const points = minutes.map(
    ({ visitors }, place): Point => [(place + 0.5) * step, HEIGHT - (visitors / most) * (HEIGHT - 4)],
  );
  const [whole, unfinished] = [points.slice(0, -1), points.slice(-1)];
  return (
    <figure class="minutes">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path d={barsOf(whole, HEIGHT, step - 4)} />
        <path class="unfinished" d={barsOf(unfinished, HEIGHT, step - 4)} />
      </svg>
      <figcaption class="muted small">
        <span>{minutes[0] && clock(minutes[0].start, writing.value)}</span>
        <span>visitors by minute, at most {count(most, writing.value)}</span>
        <span>now</span>
      </figcaption>
      <table class="sr">
        <caption>Visitors by minute</caption>
        <tbody>
          {minutes.map(({ start, visitors }) => (
            <tr key={start}>
              <th scope="row">{clock(start, writing.value)}</th>
              <td>{visitors}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
