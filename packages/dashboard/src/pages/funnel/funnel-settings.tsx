import type { Dimension } from '@cvq/contract';
import { DIMENSIONS } from '@cvq/contract/constants';
import type { FunnelChoice } from '../../address/funnel-choice.ts';
import { choose, state } from '../../address/location.ts';
import { dimensionName } from '../../figures/dimension-name.ts';
import { Choice } from '../../parts/choice.tsx';

const DAYS = [1, 7, 30, 90];

/** Who takes the steps, within what time, and what they are divided by. */
export function FunnelSettings() {
  const { funnel } = state.value;
  const change = (to: Partial<FunnelChoice>) => choose({ funnel: { ...funnel, ...to } });
  const days = [...new Set([...DAYS, funnel.days])].sort((one, other) => one - other);
  return (
    <>
      <Choice
        name="Who takes the steps"
        value={funnel.scope}
        options={[
          ['visitor', 'People'],
          ['session', 'Visits'],
        ]}
        onChoose={(scope) => change({ scope: scope as FunnelChoice['scope'] })}
      />
      <Choice
        name="Time from the first step to the last"
        value={String(funnel.days)}
        options={days.map((number) => [
          String(number),
          number === 1 ? 'Within a day' : `Within ${number} days`,
        ])}
        onChoose={(number) => change({ days: Number(number) })}
      />
      <Choice
        name="Divide by"
        value={funnel.by ?? ''}
        options={[
          ['', 'Not divided'],
          ...DIMENSIONS.map((name) => [name, `By ${dimensionName(name).toLowerCase()}`] as const),
        ]}
        onChoose={(by) => change({ by: (by || null) as Dimension | null })}
      />
    </>
  );
}
