import type { FindValuesResponse, FoundValue } from '@cvq/contract';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { choose, project, state } from '../address/location.ts';
import { ask, NotAnswered } from '../ask/ask.ts';
import { questionOf } from '../ask/question-of.ts';
import { dimensionName } from '../figures/dimension-name.ts';
import { dimensionValue } from '../figures/dimension-value.ts';
import { filterOf, partsOf } from '../figures/filter-text.ts';
import { count } from '../words/numbers.ts';
import { writing } from '../words/writing.ts';
import { closeFinder, edited } from './open-finder.ts';

const OPERATORS = { is: 'is', is_not: 'is not', contains: 'contains' } as const;
type Operator = keyof typeof OPERATORS;

/** A pause of this length in typing asks. */
const PAUSE_MS = 120;

/** One box over the values of all dimensions: Enter filters by the one that is chosen. */
export default function Finder() {
  const before = partsOf(edited.value ?? '');
  const [text, setText] = useState('');
  const [operator, setOperator] = useState<Operator>((before?.operator as Operator) ?? 'is');
  const [active, setActive] = useState(0);
  const found = useFound(text, before?.dimension ?? null);
  const box = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => box.current?.showModal(), []);
  const options = optionsOf(found ?? [], { text, operator });

  function pick(option: FoundValue | undefined): void {
    if (option === undefined) return;
    const filter = filterOf(option.dimension, operator, [option.value]);
    const others = state.value.filters.filter((one) => one !== edited.value && one !== filter);
    box.current?.close();
    choose({ filters: [...others, filter] });
  }

  function move(event: KeyboardEvent): void {
    const next = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: options.length - 1 }[event.key];
    if (event.key === 'Enter') pick(options[active]);
    else if (next === undefined || options.length === 0) return;
    else setActive((next + options.length) % options.length);
    event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog closes by Escape itself.
    <dialog ref={box} class="finder" aria-label="Filter" onClose={closeFinder} onClick={closeOutside}>
      <div class="finder-box">
        <input
          role="combobox"
          aria-label="Filter by"
          aria-expanded={options.length > 0}
          aria-controls="finder-options"
          aria-activedescendant={options.length > 0 ? `finder-${active}` : undefined}
          aria-autocomplete="list"
          autocomplete="off"
          spellcheck={false}
          placeholder="Source, page, campaign, country …"
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={move}
        />
        <fieldset class="segments">
          <legend class="sr">How</legend>
          {(Object.keys(OPERATORS) as Operator[]).map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === operator}
              onClick={() => setOperator(name)}
            >
              {OPERATORS[name]}
            </button>
          ))}
        </fieldset>
      </div>
      {/* biome-ignore lint/a11y/useFocusableInteractive: the box has the focus, and names the option that is chosen. */}
      <div id="finder-options" role="listbox" aria-label="Values">
        {options.map(({ dimension, value, visitors }, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: as above.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box has the keys.
          <div
            key={`${dimension}:${value}`}
            id={`finder-${index}`}
            role="option"
            aria-selected={index === active}
            onPointerMove={() => setActive(index)}
            onClick={() => pick(options[index])}
          >
            <span class="muted">{dimensionName(dimension)}</span>
            <span>{dimensionValue(dimension, value, writing.value.locale)}</span>
            <span class="muted">{visitors > 0 && count(visitors, writing.value)}</span>
          </div>
        ))}
      </div>
      {found !== null && options.length === 0 && (
        <p class="none muted">Nothing holds this text in the period.</p>
      )}
    </dialog>
  );
}

/** What is found of a text, as long as it was not typed on; null until the first answer. */
function useFound(text: string, before: string | null): readonly FoundValue[] | null {
  const [found, setFound] = useState<readonly FoundValue[] | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const [, named, rest = text] = /^([a-z_]+):(.*)$/s.exec(text) ?? [];
    const timer = setTimeout(() => {
      const query = questionOf(project.value ?? '', { ...state.value, compare: 'none', filters: [] });
      query.set('text', rest);
      const dimension = named ?? before;
      if (dimension !== null) query.set('dimension', dimension);
      ask<FindValuesResponse>(`/values?${query}`, controller.signal).then(
        ({ data }) => setFound(data),
        (error: unknown) => {
          if (!controller.signal.aborted && error instanceof NotAnswered) setFound([]);
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text, before]);
  return found;
}

/** "Contains" takes what was typed as it stands, in the dimensions where something holds it. */
function optionsOf(
  found: readonly FoundValue[],
  { text, operator }: { readonly text: string; readonly operator: Operator },
): readonly FoundValue[] {
  if (operator !== 'contains' || text === '') return found;
  const value = text.replace(/^[a-z_]+:/, '');
  const dimensions = [...new Set(found.map(({ dimension }) => dimension))];
  return dimensions.map((dimension) => ({ dimension, value, visitors: 0 }));
}

function closeOutside(event: MouseEvent): void {
  if (event.target === event.currentTarget) (event.currentTarget as HTMLDialogElement).close();
}
