import { addressOf } from '../../address/location.ts';
import { SpendSources } from './spend-sources.tsx';
import type { UntoldSpend } from './told-spend.ts';

/** What it would look like: figures of nobody. */
const SAMPLE = [
  ['Google Ads', '2,140', '1,930', '61', '9,420', '4.4×'],
  ['Autumn', '1,310', '1,204', '44', '6,980', '5.3×'],
  ['Brand', '830', '726', '17', '2,440', '2.9×'],
  ['Meta', '1,260', '2,011', '19', '2,310', '1.8×'],
] as const;

type NotConnectedProps = { readonly data: UntoldSpend; readonly period: string };

/** Why nothing is known of what ads cost, and what to do about it. */
export function NotConnected({ data, period }: NotConnectedProps) {
  const isNew = data.reason === 'no_ad_platform_integration';
  return (
    <>
      <h1 class="sentence" tabIndex={-1}>
        {isNew ? 'Nothing tells what ads of this project cost yet.' : `What ads cost ${period} is not known.`}{' '}
        <span class="aside">{isNew ? 'Connect an ad platform, or import a file.' : data.message}</span>
      </h1>
      {isNew && <Ways />}
      <SpendSources data={data} now={new Date().toISOString()} />
      {isNew && <Sample />}
    </>
  );
}

function Ways() {
  return (
    <ul class="ways">
      <li>
        <a class="text-link" href={addressOf('settings/integrations')}>
          Connect
        </a>{' '}
        Google Ads, Meta or Microsoft Advertising: they are read every six hours.
      </li>
      <li>
        <a class="text-link" href={addressOf('settings/integrations')}>
          Import a CSV
        </a>{' '}
        of what any other platform cost.
      </li>
    </ul>
  );
}

function Sample() {
  return (
    <div class="sample" aria-hidden="true">
      <p class="small">A sample</p>
      <table>
        <thead>
          <tr>
            {['Campaign', 'Spend', 'Clicks', 'Conv.', 'Revenue', 'ROAS'].map((name, index) => (
              <th key={name} class={index === 0 ? '' : 'n'}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {SAMPLE.map((row) => (
            <tr key={row[0]}>
              {row.map((cell, index) => (
                <td key={`${row[0]} ${cell}`} class={index === 0 ? '' : 'n'}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
