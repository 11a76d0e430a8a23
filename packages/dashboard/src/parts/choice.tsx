type ChoiceProps = {
  readonly name: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, name: string])[];
  onChoose(value: string): void;
};

/** One of several, by the control that every system has for it. */
export function Choice({ name, value, options, onChoose }: ChoiceProps) {
  return (
    <select
      aria-label={name}
      class="control"
      value={value}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      {options.map(([of, words]) => (
        <option key={of} value={of} selected={of === value}>
          {words}
        </option>
      ))}
    </select>
  );
}
