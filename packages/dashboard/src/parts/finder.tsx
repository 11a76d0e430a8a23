import type { Dimension, FilterOperator } from '@cvq/contract';
import { OPERATORS_OF_NUMBERS, OPERATORS_WITHOUT_VALUES } from '@cvq/contract/filter-operators';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PageState } from '../address/address.ts';
import { choose, state } from '../address/location.ts';
import { type FoundOption, OF_EVENTS } from '../ask/found-values.ts';
import { segments } from '../ask/segments.ts';
import { dimensionName } from '../figures/dimension-name.ts';
import { dimensionValue } from '../figures/dimension-value.ts';
import { FILTER_OPERATORS } from '../figures/filter-operators.ts';
import { filterOf, partsOf } from '../figures/filter-text.ts';
import { count } from '../words/numbers.ts';
import { writing } from '../words/writing.ts';
import { closeFinder, edited } from './open-finder.ts';
import { typedIn, useFound } from './use-found.ts';
import '../style/dialog.css';
import '../style/finder.css';

const OPERATORS = Object.keys(FILTER_OPERATORS) as FilterOperator[];

/** A line of the list, and what of the page changes by it. */
type Entry = {
  readonly key: string;
  readonly about: string;
  readonly name: string;
  readonly visitors: number;
  readonly change: Partial<PageState>;
};

/** As many segments are offered at once. */
const MOST_SEGMENTS = 4;

/** One box over the values of all dimensions: Enter filters by the one that is chosen. */
export default function Finder() {
  const before = partsOf(edited.value ?? '');
  const [text, setText] = useState('');
  const [operator, setOperator] = useState(before?.operator ?? 'is');
  const [active, setActive] = useState(0);
  const dimension = before?.dimension ?? null;
  const { found, isOfText, refusal } = useFound(text, dimension);
  const isNumber = OPERATORS_OF_NUMBERS.includes(operator);
  const isEntered = useRef(false);
  const box = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => box.current?.showModal(), []);
  const options = optionsOf(found ?? [], { text, operator, dimension });
  const values = options.map((option) => entryOf(option, operator));
  const named = edited.value === null ? segmentEntries(text) : [];
  const bots = edited.value === null ? botsEntry(text) : [];
  // Who types looks for a value first.
  const entries = [...(text === '' ? [...named, ...values] : [...values, ...named]), ...bots];

  function pick(entry: Entry | undefined): void {
    if (entry === undefined) return;
    box.current?.close();
    choose(entry.change);
  }

  // Who types and presses Enter at once means what is found of the text, and not what stands there of the one before.
  useEffect(() => {
    if (isOfText && refusal === '' && isEntered.current) pick(entries[0]);
    if (isOfText) isEntered.current = false;
  }, [isOfText]);

  function move(event: KeyboardEvent): void {
    const next = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: entries.length - 1 }[event.key];
    if (event.key === 'Enter' && active === 0 && !isOfText && !isNumber) isEntered.current = true;
    else if (event.key === 'Enter') pick(entries[active]);
    else if (next === undefined || entries.length === 0) return;
    else setActive((next + entries.length) % entries.length);
    event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog closes by Escape itself.
    <dialog ref={box} class="finder" aria-label="Filter" onClose={closeFinder} onClick={closeOutside}>
      <div class="finder-box">
        <input
          role="combobox"
          aria-label="Filter by"
          aria-expanded={entries.length > 0}
          aria-controls="finder-options"
          aria-activedescendant={entries.length > 0 ? `finder-${active}` : undefined}
          aria-autocomplete="list"
          autocomplete="off"
          spellcheck={false}
          placeholder="Source, page, campaign, country …"
          value={text}
          onInput={(event) => {
            isEntered.current = false;
            setText(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={move}
        />
        <Operators
          {...{ dimension, operator }}
          onChoose={(name) => {
            setOperator(name);
            setActive(0);
          }}
        />
      </div>
      <Options {...{ entries, active }} onReach={setActive} onPick={pick} />
      {refusal !== '' && (
        <p role="alert" class="none down">
          {refusal}
        </p>
      )}
      {isOfText && refusal === '' && entries.length === 0 && (
        <p class="none muted">{isNumber ? 'Write a number.' : 'Nothing holds this text in the period.'}</p>
      )}
    </dialog>
  );
}

type OperatorsProps = {
  readonly dimension: string | null;
  readonly operator: FilterOperator;
  onChoose(operator: FilterOperator): void;
};

/** How it compares: as a number where a property of events is changed, which alone can be one. */
function Operators({ dimension, operator, onChoose }: OperatorsProps) {
  const offered = OPERATORS.filter(
    (name) => dimension?.startsWith('property:') || !OPERATORS_OF_NUMBERS.includes(name),
  );
  return (
    <fieldset class="segments">
      <legend class="sr">How</legend>
      {offered.map((name) => (
        <button key={name} type="button" aria-pressed={name === operator} onClick={() => onChoose(name)}>
          {FILTER_OPERATORS[name]}
        </button>
      ))}
    </fieldset>
  );
}

type OptionsProps = {
  readonly entries: readonly Entry[];
  readonly active: number;
  onReach(index: number): void;
  onPick(entry: Entry): void;
};

function Options({ entries, active, onReach, onPick }: OptionsProps) {
  return (
    <div id="finder-options" role="listbox" aria-label="Values">
      {entries.map((entry, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the box has the focus, and names the option.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the box has the keys.
        <div
          key={entry.key}
          id={`finder-${index}`}
          role="option"
          aria-selected={index === active}
          onPointerMove={() => onReach(index)}
          onClick={() => onPick(entry)}
        >
          <span class="muted">{entry.about}</span>
          <span>{entry.name}</span>
          <span class="muted">{entry.visitors > 0 && count(entry.visitors, writing.value)}</span>
        </div>
      ))}
    </div>
  );
}

/** Segments whose name holds the text, except for the one that is looked at. */
function segmentEntries(text: string): readonly Entry[] {
  const wanted = text.toLowerCase();
  return (segments.value ?? [])
    .filter(({ id, name }) => id !== state.value.segment && name.toLowerCase().includes(wanted))
    .slice(0, MOST_SEGMENTS)
    .map(({ id, name }) => ({ key: id, about: 'Segment', name, visitors: 0, change: { segment: id } }));
}

/** What counts bots too, or no more. */
function botsEntry(text: string): readonly Entry[] {
  const [name, bots] =
    state.value.bots === 'included'
      ? (['Leave bots out', 'excluded'] as const)
      : (['Include bots', 'included'] as const);
  if (!name.toLowerCase().includes(text.toLowerCase())) return [];
  return [{ key: 'bots', about: 'Traffic', name, visitors: 0, change: { bots } }];
}

/** A value as an entry: it becomes a filter, in place of the one that is changed. */
function entryOf({ dimension, value, visitors }: FoundOption, operator: FilterOperator): Entry {
  const filter = filterOf(dimension, operator, OPERATORS_WITHOUT_VALUES.includes(operator) ? [] : [value]);
  const others = state.value.filters.filter((one) => one !== edited.value && one !== filter);
  return {
    key: `${dimension}:${value}`,
    about: dimensionName(dimension),
    name: dimensionValue(dimension as Dimension, value, writing.value.locale),
    visitors,
    change: { filters: [...others, filter] },
  };
}

type Typed = {
  readonly text: string;
  readonly operator: FilterOperator;
  /** That of the filter which is changed. */
  readonly dimension: string | null;
};

/**
 * What was found, of visits too. "Contains" takes what was typed as it stands, in the dimensions where something holds it; "is set"
 * takes these dimensions alone.
 */
function optionsOf(
  found: readonly FoundOption[],
  { text, operator, dimension }: Typed,
): readonly FoundOption[] {
  if (dimension !== null && OPERATORS_OF_NUMBERS.includes(operator))
    return Number.isFinite(Number(text.trim() || undefined))
      ? [{ dimension, value: text.trim(), visitors: 0 }]
      : [];
  const options = found.flatMap((one): FoundOption[] => [one, ...ofVisits(one)]);
  const isPart = operator === 'contains' || operator === 'contains_not';
  const needsNone = OPERATORS_WITHOUT_VALUES.includes(operator);
  if (!needsNone && (!isPart || text === '')) return options;
  const value = needsNone ? '' : typedIn(text).rest;
  const dimensions = [...new Set(options.map((option) => option.dimension))];
  return dimensions.map((name) => ({ dimension: name, value, visitors: 0 }));
}

function ofVisits({ dimension, ...found }: FoundOption): FoundOption[] {
  const names = Object.entries(OF_EVENTS) as [keyof typeof OF_EVENTS, string][];
  return names.flatMap(([name, ofEvents]) => (ofEvents === dimension ? { dimension: name, ...found } : []));
}

function closeOutside(event: MouseEvent): void {
  if (event.target === event.currentTarget) (event.currentTarget as HTMLDialogElement).close();
}
