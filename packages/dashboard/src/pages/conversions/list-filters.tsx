import type { AdPlatform, Conversion, DeliveryStatus } from '@cvq/contract';
import { MAX_ID_LENGTH } from '@cvq/contract/constants';
import { type ListChoice, WHOLE_LIST } from '../../address/list-choice.ts';
import { choose, state } from '../../address/location.ts';
import { lossWords, type ToldStanding } from '../../figures/delivery-words.ts';
import { PLATFORM_NAMES } from '../../figures/platform-names.ts';
import { STATUS_WORDS } from '../../figures/status-words.ts';
import { Choice } from '../../parts/choice.tsx';
import { strangersText } from '../../words/strangers-text.ts';

const KINDS: Readonly<Record<ListChoice['kind'], string>> = {
  counted: 'Counted',
  duplicate: 'Reported twice',
  bot: 'By bots',
};

type ListFiltersProps = {
  readonly conversions: readonly Conversion[];
  readonly platforms: readonly AdPlatform[];
};

/** What the list is narrowed to: by order, type, status, platform and kind. */
export function ListFilters({ conversions, platforms }: ListFiltersProps) {
  const { list } = state.value;
  // Whoever chooses another list marks what they mean in it.
  const narrow = (change: Partial<ListChoice>) =>
    choose({ list: { ...list, mark: null, after: null, ...change } });
  const types = [
    ...new Set([...conversions.map(({ event_type }) => event_type), ...(list.type ? [list.type] : [])]),
  ];
  const isNarrowed = JSON.stringify(list) !== JSON.stringify(WHOLE_LIST);
  return (
    <search>
      <form
        class="list-filters"
        aria-label="Conversions"
        onSubmit={(event) => {
          event.preventDefault();
          const order = new FormData(event.currentTarget).get('order');
          narrow({ order: typeof order === 'string' && order.trim() !== '' ? order.trim() : null });
        }}
      >
        {list.state !== null && (
          <span class="chip">
            {lossWords({ state: list.state, reason: list.reason } as ToldStanding)}
            <button
              type="button"
              aria-label="List conversions of every state"
              onClick={() => narrow({ state: null, reason: null })}
            >
              ×
            </button>
          </span>
        )}
        <Choice
          name="Kind"
          value={list.kind}
          options={Object.entries(KINDS)}
          onChoose={(kind) => narrow({ kind: kind as ListChoice['kind'] })}
        />
        <Choice
          name="Type"
          value={list.type ?? ''}
          options={[['', 'All types'], ...types.map((type) => [type, strangersText(type)] as const)]}
          onChoose={(type) => narrow({ type: type || null })}
        />
        {platforms.length > 0 && (
          <>
            <Choice
              name="Platform"
              value={list.platform ?? ''}
              options={[
                ['', 'All platforms'],
                ...platforms.map((platform) => [platform, PLATFORM_NAMES[platform]] as const),
              ]}
              onChoose={(platform) => narrow({ platform: (platform || null) as AdPlatform | null })}
            />
            <Choice
              name="Status"
              value={list.status ?? ''}
              options={[['', 'Every status'], ...Object.entries(STATUS_WORDS)]}
              onChoose={(status) => narrow({ status: (status || null) as DeliveryStatus | null })}
            />
          </>
        )}
        <input
          key={list.order}
          type="search"
          name="order"
          placeholder="Order"
          aria-label="Order"
          maxLength={MAX_ID_LENGTH}
          defaultValue={list.order ?? ''}
        />
        {isNarrowed && (
          <button type="button" class="quiet" onClick={() => choose({ list: WHOLE_LIST })}>
            All
          </button>
        )}
      </form>
    </search>
  );
}
