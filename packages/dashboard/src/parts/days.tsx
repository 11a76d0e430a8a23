import { MAX_RANGE_DAYS } from '@cvq/contract/constants';
import { countDays } from '../address/civil-days.ts';
import { choose, state } from '../address/location.ts';
import { NotAnswered } from '../ask/ask.ts';
import { overview } from '../ask/overview.ts';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';
import { askedDays } from './open-days.ts';

const WORDS = {
  range: { title: 'Which days to show', button: 'Show' },
  compare: { title: 'Which days to compare with', button: 'Compare' },
};

/** A first and a last day, for what is shown or for what it is compared with. */
export default function Days() {
  const asked = askedDays.value;
  if (asked === null) return null;
  const close = () => {
    askedDays.value = null;
  };
  const { title, button } = WORDS[asked];
  const [start, end] = daysNow(asked);
  const day = { type: 'date', autocomplete: 'off' } as const;
  return (
    <Dialog title={title} onClose={close}>
      <Form
        fields={[
          { ...day, name: 'start', label: 'First day', value: start },
          { ...day, name: 'end', label: 'Last day', value: end },
        ]}
        button={button}
        onSubmit={async ({ start: first = '', end: last = '' }) => {
          refuseBadDays(first, last);
          close();
          const days = { start: first, end: last };
          if (asked === 'range') choose({ range: days, granularity: null });
          else choose({ compare: days });
        }}
      >
        <button type="button" class="quiet" onClick={close}>
          Cancel
        </button>
      </Form>
    </Dialog>
  );
}

/** Those that are chosen, or that the answer on the page is about. */
function daysNow(asked: 'range' | 'compare'): [start: string, end: string] {
  const { range, compare } = state.value;
  const meta = overview.answer.value?.meta;
  if (asked === 'range')
    return 'start' in range ? [range.start, range.end] : [meta?.start_date ?? '', meta?.end_date ?? ''];
  if (typeof compare === 'object') return [compare.start, compare.end];
  return [meta?.compare?.start_date ?? '', meta?.compare?.end_date ?? ''];
}

/** @throws NotAnswered for days of which no range can be made */
function refuseBadDays(start: string, end: string): void {
  const days = countDays(start, end);
  const message =
    days < 1
      ? 'The last day is before the first.'
      : days > MAX_RANGE_DAYS
        ? `These are ${days} days, and ${MAX_RANGE_DAYS} can be shown at once.`
        : null;
  if (message === null) return;
  const facts = { status: null, code: 'invalid_range', requestId: null, retryAfter: null, fields: [] };
  throw new NotAnswered(message, facts);
}
