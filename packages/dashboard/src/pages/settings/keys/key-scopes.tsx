import type { Scope } from '@cvq/contract';
import { SCOPES } from '@cvq/contract/constants';
import { comesAlong, SCOPE_WORDS } from '../../../words/key-words.ts';

type KeyScopesProps = { readonly chosen: readonly Scope[]; onChoose(scopes: Scope[]): void };

/** What the key may do. Reading, except for spend, is chosen at first. */
export function KeyScopes({ chosen, onChoose }: KeyScopesProps) {
  return (
    <fieldset class="choices">
      <legend>What may it do?</legend>
      {SCOPES.map((scope) => (
        <label key={scope} class="check">
          <input
            type="checkbox"
            checked={chosen.includes(scope) || comesAlong(scope, chosen)}
            disabled={comesAlong(scope, chosen)}
            onChange={({ currentTarget }) =>
              onChoose(SCOPES.filter((one) => (one === scope ? currentTarget.checked : chosen.includes(one))))
            }
          />
          <span>
            {SCOPE_WORDS[scope]} <code class="muted">{scope}</code>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
