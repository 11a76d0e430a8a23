import { choose, state } from '../../address/location.ts';
import { WEBHOOK_STATES } from '../../figures/webhook-states.ts';
import { strangersText } from '../../words/strangers-text.ts';

/** Which deliveries are listed. The address says it. */
export function LogFilters({ names }: { readonly names: ReadonlyMap<string, string> }) {
  const { list } = state.value;
  const narrow = (to: Partial<typeof list>) => choose({ list: { ...list, after: null, ...to } });
  return (
    <div class="log-filters">
      <label class="sr" for="log-endpoint">
        Endpoint
      </label>
      <select id="log-endpoint" onChange={(event) => narrow({ endpoint: event.currentTarget.value || null })}>
        <option value="">All endpoints</option>
        {[...names].map(([id, name]) => (
          <option key={id} value={id} selected={id === list.endpoint}>
            {strangersText(name)}
          </option>
        ))}
      </select>
      <label class="sr" for="log-state">
        State
      </label>
      <select id="log-state" onChange={(event) => narrow({ state: event.currentTarget.value || null })}>
        <option value="">All states</option>
        {Object.entries(WEBHOOK_STATES).map(([of, [, words]]) => (
          <option key={of} value={of} selected={of === list.state}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}
