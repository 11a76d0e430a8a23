import type { DeliveryAccount } from '@cvq/contract';
import type { ListChoice } from '../../address/list-choice.ts';
import { addressOf } from '../../address/location.ts';
import { mayAct } from '../../ask/role.ts';
import { lossesOf } from '../../figures/delivery-losses.ts';
import { retriesOf } from '../../figures/delivery-retries.ts';
import { PLATFORM_NAMES } from '../../figures/platform-names.ts';
import { count } from '../../words/numbers.ts';
import { strangersText } from '../../words/strangers-text.ts';
import { writing } from '../../words/writing.ts';

const COLUMNS = ['Counted', 'Could be matched', 'Taken', 'Processed'];

type AccountProps = { readonly platforms: readonly DeliveryAccount[]; readonly isFiltered: boolean };

/** Of each platform how far its conversions got, and where the rest is. */
export function Account({ platforms, isFiltered }: AccountProps) {
  return (
    <section class="account" aria-labelledby="account">
      <h2 id="account" class="sr">
        Account by platform
      </h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Platform</th>
            {COLUMNS.map((name) => (
              <th key={name} scope="col" class="n">
                {name}
              </th>
            ))}
            <th scope="col" class="why">
              Where the rest is
            </th>
          </tr>
        </thead>
        <tbody>
          {platforms.map((account) => (
            <AccountRow key={account.integration} account={account} />
          ))}
        </tbody>
      </table>
      {isFiltered && (
        <p class="muted small">
          The account counts all conversions of these days, whatever the filters keep.
        </p>
      )}
    </section>
  );
}

function AccountRow({ account }: { readonly account: DeliveryAccount }) {
  const { platform, owed, matchable, taken, processed, waiting, problem } = account;
  const share = (part: number) => `${owed === 0 ? 0 : (part / owed) * 100}%`;
  // What the platform has taken and not yet confirmed is on its way as well.
  const onTheWay = Math.min(owed, Math.max(taken, processed) + waiting);
  const write = (figure: number) => count(figure, writing.value);
  const losses = lossesOf(account);
  const retries = mayAct.value ? retriesOf(account, losses) : [];
  const linkTo = (list: ListChoice) => addressOf('conversions', { list, filters: [], segment: null });
  return (
    <tr style={{ '--ok': share(processed), '--wait': share(onTheWay) }}>
      <th scope="row">
        {PLATFORM_NAMES[platform]}
        <ConnectionState of={account} />
      </th>
      {[owed, matchable, taken, processed].map((figure, column) => (
        <td key={COLUMNS[column]} class={`n ${column === 3 ? 'main' : ''}`} data-name={COLUMNS[column]}>
          {write(figure)}
        </td>
      ))}
      <td class="why">
        {problem && <p class="down">{strangersText(problem.message)}</p>}
        {losses.map(({ count: many, words, tone, list }, index) => (
          <span key={words}>
            {index > 0 && <span class="muted"> · </span>}
            <a href={linkTo(list)} class={tone}>
              {write(many)} {words}
            </a>
          </span>
        ))}
        {retries.map(({ words, list }) => (
          <a key={words} class="button" href={linkTo(list)}>
            {words}
            <span class="sr"> what {PLATFORM_NAMES[platform]} does not have</span>
          </a>
        ))}
      </td>
    </tr>
  );
}

const STATES: Readonly<Record<DeliveryAccount['integration_state'], string | null>> = {
  active: null,
  dry_run: 'dry run',
  paused: 'paused',
  reconnect_required: 'to be connected anew',
  removed: 'removed',
};

function ConnectionState({ of }: { readonly of: DeliveryAccount }) {
  const words = STATES[of.integration_state];
  return words === null ? null : <span class="muted small"> {words}</span>;
}
