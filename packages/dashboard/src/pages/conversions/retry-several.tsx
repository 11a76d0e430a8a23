import type { AdPlatform, Conversion, RetryDeliveryResponse } from '@cvq/contract';
import { useEffect, useRef, useState } from 'preact/hooks';
import { state } from '../../address/location.ts';
import { NotAnswered } from '../../ask/ask.ts';
import { conversionList, deliveryAccounts } from '../../ask/conversions.ts';
import { retryDelivery } from '../../ask/retry-delivery.ts';
import { PLATFORM_NAMES } from '../../figures/platform-names.ts';
import { retryableOf } from '../../figures/retryable-of.ts';
import { count } from '../../words/numbers.ts';
import { strangersText } from '../../words/strangers-text.ts';
import { writing } from '../../words/writing.ts';

type RetrySeveralProps = {
  /** Those that somebody has marked. */
  readonly marked: readonly Conversion[];
  /** Whether all were to be marked, and none can be tried again. */
  readonly isNoneLeft: boolean;
  onUnmark(): void;
};

/** What became of one delivery that was to be tried again. */
type Outcome = {
  readonly key: string;
  readonly name: string;
  readonly words: string;
  readonly isRefused: boolean;
};

/** Has the deliveries of the marked conversions tried again, one after the other, and says of each what became of it. */
export function RetrySeveral({ marked, isNoneLeft, onUnmark }: RetrySeveralProps) {
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [isBusy, setBusy] = useState(false);
  const { platform: listed, mark } = state.value.list;
  const wishes = marked.flatMap((conversion) =>
    retryableOf(conversion, listed).map((platform) => ({ conversion, platform })),
  );
  const button = useRef<HTMLButtonElement>(null);
  const isOffered = mark !== null && wishes.length > 0;
  const asked = mark && JSON.stringify(state.value.list);
  const ledTo = useRef<string | null>(null);
  // Whoever asked for it above the list is led to it, once: a later press of Enter may be meant for something else.
  useEffect(() => {
    if (isOffered && ledTo.current !== asked) button.current?.focus();
    if (isOffered || asked === null) ledTo.current = asked;
  }, [isOffered, asked]);

  async function retryAll(): Promise<void> {
    setBusy(true);
    setOutcomes([]);
    for (const { conversion, platform } of wishes) {
      const outcome = await retried(conversion, platform);
      setOutcomes((before) => [...before, outcome]);
    }
    setBusy(false);
    onUnmark();
    conversionList.retry();
    deliveryAccounts.retry();
  }

  return (
    <div class="retry-several" aria-busy={isBusy}>
      {wishes.length > 0 && (
        <p>
          <button ref={button} type="button" class="button" disabled={isBusy} onClick={() => void retryAll()}>
            Try again ({count(wishes.length, writing.value)})
          </button>{' '}
          <button type="button" class="quiet" disabled={isBusy} onClick={onUnmark}>
            Mark none
          </button>
        </p>
      )}
      {isNoneLeft && !conversionList.isStale.value && outcomes.length === 0 && (
        <p class="muted">None of these can be tried again: it is too late, or they are on their way.</p>
      )}
      <ol aria-live="polite">
        {outcomes.map(({ key, name, words, isRefused }) => (
          <li key={key} class={isRefused ? 'down' : ''}>
            {name}: {words}
          </li>
        ))}
      </ol>
    </div>
  );
}

const STATUS: Readonly<Record<RetryDeliveryResponse['data']['status'], string>> = {
  queued: 'is sent again as soon as possible.',
  accepted: 'the platform has taken it already.',
  delivered: 'the platform has it already.',
};

async function retried({ id, order_id, event_type }: Conversion, platform: AdPlatform): Promise<Outcome> {
  const named = {
    key: `${id} ${platform}`,
    name: `${strangersText(order_id ?? event_type)} to ${PLATFORM_NAMES[platform]}`,
  };
  try {
    const { status } = await retryDelivery(id, platform);
    return { ...named, words: STATUS[status], isRefused: false };
  } catch (error) {
    if (!(error instanceof NotAnswered)) throw error;
    return { ...named, words: error.message, isRefused: true };
  }
}
