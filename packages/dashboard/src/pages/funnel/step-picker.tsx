import type { BreakdownRow } from '@cvq/contract';
import { MOST_STEPS } from '../../address/funnel-choice.ts';
import { choose, state } from '../../address/location.ts';
import { eventName } from '../../figures/event-name.ts';
import { isPickable } from '../../figures/funnel-steps.ts';
import { count } from '../../words/numbers.ts';
import { writing } from '../../words/writing.ts';

type StepPickerProps = { readonly types: readonly BreakdownRow[]; readonly steps: readonly string[] };

/** The steps in their order. What is a step already cannot be picked again. */
export function StepPicker({ types, steps }: StepPickerProps) {
  const pick = (to: readonly string[]) => choose({ funnel: { ...state.value.funnel, steps: to } });
  const left = types.filter((type) => isPickable(type) && !steps.includes(type.value));
  return (
    <ol class="steps" aria-label="Steps">
      {steps.map((step, index) => (
        <li key={step}>
          <span class="muted" aria-hidden="true">
            {index + 1}
          </span>
          <TypeChoice
            name={`Step ${index + 1}`}
            value={step}
            types={[...types.filter(({ value }) => value === step), ...left]}
            onChoose={(type) => pick(steps.with(index, type))}
          />
          {index > 0 && (
            <button
              type="button"
              class="quiet"
              aria-label={`Move ${eventName(step)} before ${eventName(steps[index - 1] ?? '')}`}
              onClick={() => pick(steps.with(index - 1, step).with(index, steps[index - 1] ?? ''))}
            >
              ←
            </button>
          )}
          {steps.length > 2 && (
            <button
              type="button"
              class="quiet"
              aria-label={`Leave out ${eventName(step)}`}
              onClick={() => pick(steps.filter((other) => other !== step))}
            >
              ×
            </button>
          )}
        </li>
      ))}
      {steps.length < MOST_STEPS && left.length > 0 && (
        <li>
          <TypeChoice name="Add a step" value="" types={left} onChoose={(type) => pick([...steps, type])} />
        </li>
      )}
    </ol>
  );
}

type TypeChoiceProps = {
  readonly name: string;
  /** Empty where none is chosen yet. */
  readonly value: string;
  readonly types: readonly BreakdownRow[];
  onChoose(type: string): void;
};

/** Types of events, each with how often it happened. One that did not happen in the period stays chosen. */
function TypeChoice({ name, value, types, onChoose }: TypeChoiceProps) {
  const isKnown = value === '' || types.some((type) => type.value === value);
  return (
    <select
      aria-label={name}
      class="control"
      value={value}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      {value === '' && (
        <option value="" selected>
          {name} …
        </option>
      )}
      {!isKnown && (
        <option value={value} selected>
          {eventName(value)} · 0
        </option>
      )}
      {types.map((type) => (
        <option key={type.value} value={type.value} selected={type.value === value}>
          {eventName(type.value)} · {count(type.events, writing.value)}
        </option>
      ))}
    </select>
  );
}
