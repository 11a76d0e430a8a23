import type { AdPlatform, ConversionDetails, UserDataField } from '@cvq/contract';
import { PLATFORM_NAMES } from '../../figures/platform-names.ts';
import { longDay } from '../../words/moments.ts';
import { writing } from '../../words/writing.ts';

const FIELDS: readonly (readonly [UserDataField, string])[] = [
  ['email', 'E-mail'],
  ['phone', 'Phone'],
  ['first_name', 'First name'],
  ['last_name', 'Last name'],
  ['city', 'City'],
  ['state', 'State'],
  ['postal_code', 'Postal code'],
  ['country', 'Country'],
];

type MatrixProps = {
  readonly conversion: ConversionDetails;
  readonly userData: NonNullable<ConversionDetails['user_data']>;
};

/** By which fields each platform could match the person. */
export function Matrix({ conversion, userData: { hashed_fields: fields, purge_at } }: MatrixProps) {
  const platforms = Object.keys(PLATFORM_NAMES) as AdPlatform[];
  const delivered = new Set(
    conversion.deliveries.flatMap(({ platform, status }) => (status === 'delivered' ? [platform] : [])),
  );
  const received = new Set(Object.values(fields ?? {}).flat());
  return (
    <section aria-labelledby="matched">
      <h2 id="matched">What could be matched</h2>
      {fields === null ? (
        <p class="none">The hashes were sealed with a secret that is lost.</p>
      ) : (
        <table class="matrix">
          <thead>
            <tr>
              <th scope="col">
                <span class="sr">Field</span>
              </th>
              {platforms.map((platform) => (
                <th key={platform} scope="col">
                  {PLATFORM_NAMES[platform]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {FIELDS.map(([field, name]) => (
              <tr key={field} class={received.has(field) ? '' : 'muted'}>
                <th scope="row">{name}</th>
                {platforms.map((platform) => (
                  <td key={platform}>
                    <Mark isHashed={fields[platform].includes(field)} isDelivered={delivered.has(platform)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p class="muted small marks">
        <span>
          <i class="hashed full" aria-hidden="true" /> hashed and delivered
        </span>
        <span>
          <i class="hashed" aria-hidden="true" /> hashed, not delivered
        </span>
      </p>
      <p class="muted small">
        Hashed by each platform’s own rules when it arrived, sealed, and deleted on{' '}
        {longDay(purge_at, writing.value)}. The clear text was never stored.
      </p>
    </section>
  );
}

function Mark({ isHashed, isDelivered }: { readonly isHashed: boolean; readonly isDelivered: boolean }) {
  if (!isHashed)
    return (
      <>
        <span class="muted" aria-hidden="true">
          ·
        </span>
        <span class="sr">not received, or not taken</span>
      </>
    );
  return (
    <>
      <i class={`hashed ${isDelivered ? 'full' : ''}`} aria-hidden="true" />
      <span class="sr">{isDelivered ? 'hashed and delivered' : 'hashed, not delivered'}</span>
    </>
  );
}
