import { addressOf, choose, item, page, state } from '../address/location.ts';
import { RANGES } from '../address/ranges.ts';
import { liveVisitors } from '../ask/live-visitors.ts';
import { overview } from '../ask/overview.ts';
import { projectName } from '../ask/projects.ts';
import { span } from '../words/dates.ts';
import { count } from '../words/numbers.ts';
import { writing } from '../words/writing.ts';
import { Chevron, Menu, MenuChoice } from './menu.tsx';
import { askedDays } from './open-days.ts';
import { openFinder } from './open-finder.ts';
import { isCompared, isTimeless } from './pages.ts';
import { SWITCHER_ID } from './switcher-id.ts';

const COMPARISONS = [
  { mode: 'previous_period', name: 'with the days before' },
  { mode: 'previous_year', name: 'with last year' },
  { mode: 'none', name: 'No comparison' },
] as const;

/** Who is there now, the range, the comparison and the filter. */
export function Bar() {
  const { range, compare } = state.value;
  const preset = 'preset' in range ? range.preset : null;
  const chosen = RANGES.find((offered) => offered.preset === preset);
  const today = new Date().toISOString().slice(0, 10);
  const dates = 'start' in range ? span(range.start, range.end, { ...writing.value, today }) : '';
  const comparison = COMPARISONS.find(({ mode }) => mode === compare);
  const live = liveVisitors.value ?? overview.answer.value?.data.live.visitors;
  return (
    <header class="bar">
      <button type="button" class="project phone" popovertarget={SWITCHER_ID} aria-haspopup="dialog">
        <span class="sr">Projects: </span>
        {projectName.value}
        {projectName.value && <Chevron />}
      </button>
      <span role="status">
        {live !== undefined && (
          <a class="live" href={addressOf('live')}>
            <i />
            {count(live, writing.value)} on the site now
          </a>
        )}
      </span>
      <span class="grow" />
      {(item.value === null || page.value === 'list') && !isTimeless.value && (
        <>
          <Menu id="range" about="Range" label={chosen?.name ?? dates}>
            {RANGES.map(({ preset: name, key, ...offered }) => (
              <MenuChoice
                key={name}
                isChosen={name === preset}
                keyboard={key}
                onChoose={() => choose({ range: { preset: name }, granularity: null })}
              >
                {offered.name}
              </MenuChoice>
            ))}
            <OtherDays of="range" isChosen={preset === null} />
            {isCompared.value && (
              <fieldset class="phone" aria-label="Comparison">
                <Comparisons />
              </fieldset>
            )}
          </Menu>
          {isCompared.value && (
            <Menu id="compare" about="Comparison" label={comparison?.name ?? 'with other days'} class="wide">
              <Comparisons />
            </Menu>
          )}
          <button type="button" class="control" onClick={() => openFinder()}>
            Filter <kbd>/</kbd>
          </button>
        </>
      )}
    </header>
  );
}

/** On a phone they stand below the ranges. */
function Comparisons() {
  const { compare } = state.value;
  return (
    <>
      {COMPARISONS.map(({ mode, name }) => (
        <MenuChoice key={mode} isChosen={mode === compare} onChoose={() => choose({ compare: mode })}>
          {name}
        </MenuChoice>
      ))}
      <OtherDays of="compare" isChosen={typeof compare !== 'string'} />
    </>
  );
}

type OtherDaysProps = { readonly of: 'range' | 'compare'; readonly isChosen: boolean };

function OtherDays({ of, isChosen }: OtherDaysProps) {
  const open = () => {
    askedDays.value = of;
  };
  return (
    <MenuChoice isChosen={isChosen} onChoose={open}>
      Other days…
    </MenuChoice>
  );
}
