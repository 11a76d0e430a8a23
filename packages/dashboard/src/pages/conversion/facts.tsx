import type { ConversionDetails, ConversionJourney } from '@cvq/contract';
import { NOT_SET } from '@cvq/contract/constants';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { amountOf } from '../../figures/conversion-facts.ts';
import { dimensionValue } from '../../figures/dimension-value.ts';
import { exactMoney, UNKNOWN } from '../../words/numbers.ts';
import { strangersText } from '../../words/strangers-text.ts';
import { writing } from '../../words/writing.ts';
import { Remove } from './remove.tsx';

type FactsProps = { readonly conversion: ConversionDetails; readonly journey: ConversionJourney | null };

/** What was bought, why it counts, and by which ids it is known. */
export function Facts({ conversion, journey }: FactsProps) {
  const { attribution } = conversion;
  const { locale } = writing.value;
  const client = journey?.client;
  return (
    <aside class="facts" aria-label="Facts">
      <Bought conversion={conversion} items={journey?.items ?? []} />
      <dl>
        <Fact name="Counted">{countedWords(conversion)}</Fact>
        <Fact name="Credit">Last click that is not direct</Fact>
        <Fact name="Channel">{strangersText(attribution.channel ?? UNKNOWN)}</Fact>
        <Fact name="Landing page">{strangersText(attribution.landing_page ?? UNKNOWN)}</Fact>
        <Fact name="Consent to ads">{consentWords(conversion)}</Fact>
      </dl>
      <dl>
        <Fact name="Place">{dimensionValue('country', client?.country ?? NOT_SET, locale)}</Fact>
        <Fact name="Device">{deviceWords(client)}</Fact>
        {journey?.visitor_id && (
          <Fact name="Visitor">{<code>{strangersText(journey.visitor_id)}</code>}</Fact>
        )}
        {conversion.user_id && <Fact name="User">{<code>{strangersText(conversion.user_id)}</code>}</Fact>}
        <Fact name="Event">
          <code>{conversion.event_id}</code>
        </Fact>
      </dl>
      <div class="acts">
        <CopyAsJson of={{ conversion, journey }} />
        <Remove conversion={conversion} />
      </div>
    </aside>
  );
}

type FactProps = { readonly name: string; readonly children: ComponentChildren };

function Fact({ name, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type BoughtProps = {
  readonly conversion: ConversionDetails;
  readonly items: ConversionJourney['items'];
};

function Bought({ conversion, items }: BoughtProps) {
  const { order_id, currency } = conversion;
  const money = { ...writing.value, currency: currency ?? writing.value.currency };
  return (
    <dl>
      {items.map((item, index) => (
        <Fact
          key={`${index} ${item.sku}`}
          name={`${strangersText(item.name ?? item.sku ?? 'Item')} × ${item.quantity ?? 1}`}
        >
          {exactMoney(item.price === null ? null : item.price * (item.quantity ?? 1), money)}
        </Fact>
      ))}
      <div class="sum">
        <dt>{order_id === null ? 'Value' : `Order ${strangersText(order_id)}`}</dt>
        <dd>{amountOf(conversion) ?? UNKNOWN}</dd>
      </div>
    </dl>
  );
}

function countedWords({ counted, bot, duplicate }: ConversionDetails): string {
  if (counted) return 'Yes';
  if (bot) return 'No: a bot';
  return duplicate ? 'No: reported twice' : 'No';
}

function consentWords({ consent: { ad_storage, ad_user_data, gpc } }: ConversionDetails): string {
  if (gpc) return 'Denied by the browser';
  const said = [ad_storage, ad_user_data];
  if (said.includes('denied')) return 'Denied';
  return said.includes('granted') ? 'Granted' : 'Not asked';
}

function deviceWords(client: ConversionJourney['client'] | undefined): string {
  const { browser = null, os = null } = client ?? {};
  const words = [browser, os].filter((word) => word !== null).map((word) => strangersText(word));
  return words.join(' on ') || UNKNOWN;
}

function CopyAsJson({ of }: { readonly of: object }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(JSON.stringify(of, null, 2));
    setCopied(true);
  };
  return (
    <>
      <button type="button" class="button" onClick={() => void copy()}>
        Copy as JSON
      </button>
      <span role="status">{isCopied && 'Copied'}</span>
    </>
  );
}
