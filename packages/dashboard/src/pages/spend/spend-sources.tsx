import { adSourceName } from '../../figures/ad-source-name.ts';
import { fullDay } from '../../words/dates.ts';
import { duration } from '../../words/duration.ts';
import { dayAndClock } from '../../words/moments.ts';
import { UNKNOWN } from '../../words/numbers.ts';
import { strangersText } from '../../words/strangers-text.ts';
import { writing } from '../../words/writing.ts';
import type { ToldSpend, UntoldSpend } from './told-spend.ts';

type SpendSourcesProps = {
  readonly data: Pick<ToldSpend | UntoldSpend, 'accounts' | 'last_synced_at'>;
  /** When the answer was made. */
  readonly now: string;
};

/** Where the figures come from, and how old they are. */
export function SpendSources({ data: { accounts, last_synced_at: last }, now }: SpendSourcesProps) {
  if (accounts.length === 0) return null;
  const age = last === null ? null : duration(Date.parse(now) - Date.parse(last));
  return (
    <section class="sources" aria-labelledby="sources">
      <h2 id="sources">Where it comes from {age !== null && <span class="muted">read {age} ago</span>}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Source</th>
            <th scope="col">Account</th>
            <th scope="col">Last whole day</th>
            <th scope="col" class="read">
              Read
            </th>
          </tr>
        </thead>
        <tbody>
          {accounts.map(({ platform, account, integration, last_good_day: day, read_at: read, problem }) => (
            <tr key={`${platform} ${integration} ${account}`}>
              <th scope="row">{adSourceName(platform)}</th>
              <td>
                {integration === null ? 'files' : account === null ? UNKNOWN : strangersText(account)}
                {problem !== null && <p class="down small">{strangersText(problem.message)}</p>}
              </td>
              <td>{day === null ? UNKNOWN : fullDay(day, writing.value)}</td>
              <td class="read">{read === null ? 'never' : dayAndClock(read, writing.value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
