import type { ListedWebhook } from '@cvq/contract';
import { count } from '../../words/numbers.ts';
import { writing } from '../../words/writing.ts';

const [WIDTH, HEIGHT, STEP] = [3, 16, 5];

/** The last attempts as a strip, the latest at the right: a low mark for what failed, so that it is not told by colour alone. */
export function RecentAttempts({ attempts }: { readonly attempts: ListedWebhook['recent'] }) {
  if (attempts.length === 0) return null;
  const fine = attempts.filter(({ acknowledged }) => acknowledged).length;
  return (
    <p class="recent-attempts">
      <svg width={attempts.length * STEP} height={HEIGHT} aria-hidden="true">
        {(['up', 'down'] as const).map((tone) => (
          <path key={tone} class={tone} d={marksOf(attempts, tone === 'up')} />
        ))}
      </svg>
      <span class="muted small">
        {count(fine, writing.value)} of the last{' '}
        {attempts.length === 1 ? 'attempt' : `${count(attempts.length, writing.value)} attempts`} acknowledged
      </span>
    </p>
  );
}

function marksOf(attempts: ListedWebhook['recent'], isFine: boolean): string {
  return attempts
    .toReversed()
    .map(({ acknowledged }, at) => {
      if (acknowledged !== isFine) return '';
      const height = isFine ? HEIGHT : HEIGHT / 2;
      return `M${at * STEP} ${HEIGHT}v-${height}h${WIDTH}v${height}z`;
    })
    .join('');
}
