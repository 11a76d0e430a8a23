import type { Knot } from '../../figures/knots.ts';
import { duration } from '../../words/duration.ts';
import { dayAndClock } from '../../words/moments.ts';
import { writing } from '../../words/writing.ts';

/** The life of a conversion as one line; the time between two knots stands on it. */
export function Thread({ knots }: { readonly knots: readonly Knot[] }) {
  return (
    <ol class="thread" style={{ '--knots': knots.length }}>
      {knots.map((knot, index) => {
        const next = knots[index + 1];
        return (
          <li key={`${knot.name} ${knot.at}`} class={classOf(knot, next)}>
            <i class="knot" aria-hidden="true" />
            {next && <span class="gap">{gapOf(knot, next)}</span>}
            <b>{knot.name}</b>
            <span class="detail">{knot.detail}</span>
            <time dateTime={knot.at}>{dayAndClock(knot.at, writing.value)}</time>
          </li>
        );
      })}
    </ol>
  );
}

function classOf({ isCredited, isConversion }: Knot, next: Knot | undefined): string {
  const isOn = isCredited && next?.isCredited;
  return [isCredited && 'credited', isConversion && 'big', isOn && 'on'].filter(Boolean).join(' ');
}

function gapOf(knot: Knot, next: Knot): string {
  const time = duration(Date.parse(next.at) - Date.parse(knot.at));
  if (next.leftOut === 0) return time;
  return `${time}, ${next.leftOut} ${next.leftOut === 1 ? 'visit' : 'visits'}`;
}
