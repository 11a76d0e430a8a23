import type { AdPlatform, Conversion, DeliveryAccount, ListConversionsResponse } from '@cvq/contract';
import { NOT_SET } from '@cvq/contract/constants';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { addressOf, choose, state } from '../../address/location.ts';
import { conversionList } from '../../ask/conversions.ts';
import { mayAct } from '../../ask/role.ts';
import { stateWords } from '../../figures/delivery-words.ts';
import { dimensionValue, isUnset } from '../../figures/dimension-value.ts';
import { PLATFORM_NAMES } from '../../figures/platform-names.ts';
import { retryableOf } from '../../figures/retryable-of.ts';
import { DeliveryGlyph } from '../../parts/delivery-glyph.tsx';
import { clock } from '../../words/dates.ts';
import { dayOfMoment } from '../../words/moments.ts';
import { count, exactMoney, UNKNOWN } from '../../words/numbers.ts';
import { strangersText } from '../../words/strangers-text.ts';
import { writing } from '../../words/writing.ts';
import { ListFilters } from './list-filters.tsx';
import { RetrySeveral } from './retry-several.tsx';

type ListProps = {
  readonly answer: ListConversionsResponse;
  readonly platforms: readonly DeliveryAccount[];
};

/** The conversions one by one, each with where it is at every platform. */
export function List({ answer: { data, meta }, platforms }: ListProps) {
  const columns = [...new Set(platforms.map(({ platform }) => platform))];
  const { list } = state.value;
  const retryable = mayAct.value
    ? data.filter((each) => retryableOf(each, list.platform).length > 0).map(({ id }) => id)
    : [];
  const [marked, setMarked] = useMarked(retryable);
  const mark = (ids: readonly string[], isMarked: boolean) =>
    setMarked(new Set(isMarked ? [...marked, ...ids] : [...marked].filter((id) => !ids.includes(id))));
  return (
    <section class="conversions" aria-labelledby="list">
      <header>
        <h2 id="list">
          {count(meta.total_rows, writing.value)} {meta.total_rows === 1 ? 'conversion' : 'conversions'}
        </h2>
        <ListFilters conversions={data} platforms={columns} />
      </header>
      <RetrySeveral
        marked={data.filter(({ id }) => marked.has(id) && retryable.includes(id))}
        isNoneLeft={list.mark !== null && data.length > 0 && retryable.length === 0}
        onUnmark={() => setMarked(NONE)}
      />
      {data.length === 0 ? (
        <p class="none">None of this in these days.</p>
      ) : (
        <table>
          <Head
            columns={columns}
            mark={
              retryable.length > 0 && (
                <th scope="col" class="mark">
                  <Mark
                    name="all that can be tried again"
                    isMarked={retryable.every((id) => marked.has(id))}
                    onMark={(isMarked) => mark(retryable, isMarked)}
                  />
                </th>
              )
            }
          />
          <tbody>
            {data.map((conversion) => (
              <Row
                key={conversion.id}
                conversion={conversion}
                columns={columns}
                mark={
                  retryable.length > 0 && (
                    <td class="mark">
                      {retryable.includes(conversion.id) && (
                        <Mark
                          name={strangersText(conversion.order_id ?? conversion.event_type)}
                          isMarked={marked.has(conversion.id)}
                          onMark={(isMarked) => mark([conversion.id], isMarked)}
                        />
                      )}
                    </td>
                  )
                }
              />
            ))}
          </tbody>
        </table>
      )}
      <OtherParts next={meta.next_cursor} />
    </section>
  );
}

/** The way to older conversions, and back to the newest. Whoever turns to another part marks what they mean in it. */
function OtherParts({ next }: { readonly next: string | null }) {
  const { list } = state.value;
  const turnTo = (after: string | null) => choose({ list: { ...list, mark: null, after } });
  return (
    <footer>
      {list.after !== null && (
        <button type="button" class="button" onClick={() => turnTo(null)}>
          Newest
        </button>
      )}
      {next !== null && (
        <button type="button" class="button" onClick={() => turnTo(next)}>
          Older
        </button>
      )}
    </footer>
  );
}

type Marked = ReadonlySet<string>;
const NONE: Marked = new Set();

/** Those that somebody has marked; until somebody does, all of them in a list whose address says so. */
function useMarked(retryable: readonly string[]): [Marked, (ids: Marked) => void] {
  const { list } = state.value;
  const at = JSON.stringify(list);
  const [chosen, setChosen] = useState({ at, ids: NONE, isByAddress: true });
  const setMarked = (ids: Marked) => setChosen({ at, ids, isByAddress: false });
  if (list.mark === null || (chosen.at === at && !chosen.isByAddress)) return [chosen.ids, setMarked];
  // What is still shown of another list is not what was meant.
  return [conversionList.isStale.value ? NONE : new Set(retryable), setMarked];
}

type MarkProps = { readonly name: string; readonly isMarked: boolean; onMark(isMarked: boolean): void };

function Mark({ name, isMarked, onMark }: MarkProps) {
  return (
    <input
      type="checkbox"
      aria-label={`Mark ${name}`}
      checked={isMarked}
      onChange={(event) => onMark(event.currentTarget.checked)}
    />
  );
}

type HeadProps = {
  readonly columns: readonly AdPlatform[];
  /** The cell that marks all; none where nothing can be marked. */
  readonly mark: ComponentChildren;
};

function Head({ columns, mark }: HeadProps) {
  return (
    <thead>
      <tr>
        {mark}
        <th scope="col">Time</th>
        <th scope="col">Type</th>
        <th scope="col">Source</th>
        <th scope="col" class="order">
          Order
        </th>
        {columns.map((platform) => (
          <th key={platform} scope="col" class="g">
            {PLATFORM_NAMES[platform].split(' ')[0]}
          </th>
        ))}
        <th scope="col" class="n">
          Value
        </th>
      </tr>
    </thead>
  );
}

type RowProps = {
  readonly conversion: Conversion;
  readonly columns: readonly AdPlatform[];
  /** The cell that marks it; none where nothing can be marked. */
  readonly mark: ComponentChildren;
};

function Row({ conversion, columns, mark }: RowProps) {
  const { id, timestamp, event_type, attribution, order_id, value, currency, deliveries } = conversion;
  const { locale } = writing.value;
  return (
    <tr>
      {mark}
      <td class="when">
        <time dateTime={timestamp}>
          <span>{dayOfMoment(timestamp, writing.value)}, </span>
          {clock(timestamp, writing.value)}
        </time>
      </td>
      <th scope="row">
        <a data-row href={addressOf(`conversions/${id}`, { list: state.value.list })}>
          {strangersText(event_type)}
        </a>
      </th>
      <td class="origin">
        {dimensionValue('source', attribution.source ?? NOT_SET, locale)}
        {attribution.campaign !== null && !isUnset(attribution.campaign) && (
          <span class="muted"> · {strangersText(attribution.campaign)}</span>
        )}
      </td>
      <td class="order muted">{strangersText(order_id ?? '')}</td>
      {columns.map((platform) => {
        // Of a platform that was connected anew, what its newest connection came to.
        const delivery = deliveries.findLast((each) => each.platform === platform);
        return (
          <td key={platform} class="g">
            <DeliveryGlyph
              status={delivery?.status ?? null}
              {...(delivery && { words: stateWords(delivery) })}
            />
          </td>
        );
      })}
      <td class="n">
        {value === null ? (
          <span class="muted">{UNKNOWN}</span>
        ) : (
          exactMoney(value, { locale, currency: currency ?? writing.value.currency })
        )}
      </td>
    </tr>
  );
}
