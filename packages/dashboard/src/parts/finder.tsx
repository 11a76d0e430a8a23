import type {
  Dimension,
  FilterOperator,
  FindValuesResponse,
  FoundValue,
  ReportDimension,
} from '@cvq/contract';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PageState } from '../address/address.ts';
import { choose, project, state } from '../address/location.ts';
import { ask, NotAnswered } from '../ask/ask.ts';
import { questionOf } from '../ask/question-of.ts';
import { segments } from '../ask/segments.ts';
import { dimensionName } from '../figures/dimension-name.ts';
import { dimensionValue } from '../figures/dimension-value.ts';
import { FILTER_OPERATORS, OF_NUMBERS } from '../figures/filter-operators.ts';
import { filterOf, partsOf } from '../figures/filter-text.ts';
import { count } from '../words/numbers.ts';
import { writing } from '../words/writing.ts';
import { closeFinder, edited } from './open-finder.ts';
import '../style/dialog.css';
import '../style/finder.css';

/** No dimension that is offered here has numbers. */
const OPERATORS = (Object.keys(FILTER_OPERATORS) as FilterOperator[]).filter(
  (name) => !OF_NUMBERS.includes(name),
);

const WITHOUT_VALUES: readonly FilterOperator[] = ['is_set', 'not_set'];

/** What holds of a visit where one of its events has the value, and the dimension of those events. */
const OF_EVENTS = { seen_page: 'page', did_event: 'event_type' } as const;

/** What can be chosen: a value, or where none is needed a dimension. */
type Option = Pick<FoundValue, 'value' | 'visitors'> & { readonly dimension: ReportDimension };

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

/** A pause of this length in typing asks. */
const PAUSE_MS = 120;

/** One box over the values of all dimensions: Enter filters by the one that is chosen. */
export default function Finder() {
  const before = partsOf(edited.value ?? '');
  const [text, setText] = useState('');
  const [operator, setOperator] = useState((before?.operator as FilterOperator) ?? 'is');
  const [active, setActive] = useState(0);
  const found = useFound(text, before?.dimension ?? null);
  const box = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => box.current?.showModal(), []);
  const values = optionsOf(found ?? [], { text, operator }).map((option) => entryOf(option, operator));
  const named = edited.value === null ? segmentEntries(text) : [];
  const bots = edited.value === null ? botsEntry(text) : [];
  // Who types looks for a value first.
  const entries = [...(text === '' ? [...named, ...values] : [...values, ...named]), ...bots];

  function pick(entry: Entry | undefined): void {
    if (entry === undefined) return;
    box.current?.close();
    choose(entry.change);
  }

  function move(event: KeyboardEvent): void {
    const next = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: entries.length - 1 }[event.key];
    if (event.key === 'Enter') pick(entries[active]);
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
            setText(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={move}
        />
        <fieldset class="segments">
          <legend class="sr">How</legend>
          {OPERATORS.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === operator}
              onClick={() => {
                setOperator(name);
                setActive(0);
              }}
            >
              {FILTER_OPERATORS[name]}
            </button>
          ))}
        </fieldset>
      </div>
      <Options {...{ entries, active }} onReach={setActive} onPick={pick} />
      {found !== null && entries.length === 0 && (
        <p class="none muted">Nothing holds this text in the period.</p>
      )}
    </dialog>
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

/** What is found of a text, as long as it was not typed on; null until the first answer. */
function useFound(text: string, before: string | null): readonly FoundValue[] | null {
  const [found, setFound] = useState<readonly FoundValue[] | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const [, named, rest = text] = /^([a-z_]+):(.*)$/s.exec(text) ?? [];
    const timer = setTimeout(() => {
      const query = questionOf(project.value ?? '', { ...state.value, compare: 'none', filters: [] });
      query.set('text', rest);
      query.set('locale', writing.value.locale);
      const dimension = named ?? before;
      if (dimension !== null)
        query.set('dimension', OF_EVENTS[dimension as keyof typeof OF_EVENTS] ?? dimension);
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

/** Segments whose name holds the text, but for the one that is looked at. */
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
function entryOf({ dimension, value, visitors }: Option, operator: FilterOperator): Entry {
  const filter = filterOf(dimension, operator, WITHOUT_VALUES.includes(operator) ? [] : [value]);
  const others = state.value.filters.filter((one) => one !== edited.value && one !== filter);
  return {
    key: `${dimension}:${value}`,
    about: dimensionName(dimension),
    name: dimensionValue(dimension as Dimension, value, writing.value.locale),
    visitors,
    change: { filters: [...others, filter] },
  };
}

type Typed = { readonly text: string; readonly operator: FilterOperator };

/**
 * What was found, of visits too. "Contains" takes what was typed as it stands, in the dimensions where something holds it; "is set"
 * takes these dimensions alone.
 */
function optionsOf(found: readonly FoundValue[], { text, operator }: Typed): readonly Option[] {
  const options = found.flatMap((one): Option[] => [one, ...ofVisits(one)]);
  const isPart = operator === 'contains' || operator === 'contains_not';
  const needsNone = WITHOUT_VALUES.includes(operator);
  if (!needsNone && (!isPart || text === '')) return options;
  const value = needsNone ? '' : text.replace(/^[a-z_]+:/, '');
  const dimensions = [...new Set(options.map(({ dimension }) => dimension))];
  return dimensions.map((dimension) => ({ dimension, value, visitors: 0 }));
}

function ofVisits({ dimension, ...found }: FoundValue): Option[] {
  const names = Object.entries(OF_EVENTS) as [keyof typeof OF_EVENTS, string][];
  return names.flatMap(([name, ofEvents]) => (ofEvents === dimension ? { dimension: name, ...found } : []));
}

function closeOutside(event: MouseEvent): void {
  if (event.target === event.currentTarget) (event.currentTarget as HTMLDialogElement).close();
}
