import type { TestIntegrationResponse } from '@cvq/contract';
import { strangersText } from '../../../words/strangers-text.ts';

export type TestedIntegration = TestIntegrationResponse['data'];

/** What a test found, line by line. */
export function Checks({ of: { ok, checks } }: { readonly of: TestedIntegration }) {
  return (
    <div role="status">
      <ul class="checks">
        {checks.map(({ what, ok: isFine, problem }) => (
          <li key={what}>
            <span class={isFine ? 'up' : 'down'}>{isFine ? '✓ fine' : '✕ wrong'}</span>
            <span>
              {strangersText(what)}
              {problem !== null && <span class="down small"> {strangersText(problem)}</span>}
            </span>
          </li>
        ))}
      </ul>
      <p>{ok ? 'Conversions can be sent.' : 'Something has to be set right first.'}</p>
    </div>
  );
}
