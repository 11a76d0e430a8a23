import type { ListProjectFiguresResponse } from '@cvq/contract';
import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { addressOf, project } from '../address/location.ts';
import { mayCreateProject } from '../ask/may-create-project.ts';
import { projects } from '../ask/projects.ts';
import { watched } from '../ask/watched.ts';
import { PROJECT_HEALTH } from '../figures/project-health.ts';
import { count } from '../words/numbers.ts';
import { writing } from '../words/writing.ts';
import { PAGES } from './pages.ts';
import { SignOut } from './sign-out.tsx';
import { SWITCHER_ID } from './switcher-id.ts';
import '../style/input.css';
import '../style/switcher.css';

const isOpen = signal(false);

/** How each project does today; asked for when the list is opened. */
const figures = watched<ListProjectFiguresResponse>(() =>
  isOpen.value ? '/project-figures?range=today' : null,
);

/** The projects that somebody can see, to go from one to another, the pages of this one by their names, and who they are. */
export default function Switcher() {
  const [text, setText] = useState('');
  const all = projects.value ?? [];
  const wanted = text.trim().toLowerCase();
  const found = all.filter(({ name, domain }) => `${domain} ${name}`.toLowerCase().includes(wanted));
  const pages = wanted === '' ? [] : PAGES.filter(({ name }) => name.toLowerCase().includes(wanted));
  return (
    <div
      id={SWITCHER_ID}
      popover="auto"
      class="menu switcher"
      role="dialog"
      aria-label="Projects"
      onKeyDown={moveByKey}
      onToggle={(event) => {
        setText('');
        isOpen.value = event.newState === 'open';
        if (event.newState === 'open') focusFirst(event.currentTarget);
      }}
    >
      <input
        type="search"
        class="search"
        aria-label="Find a project or a page"
        placeholder="Find a project or a page"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={openFirst}
      />
      <ul>
        {found.map(({ id, domain, name }) => (
          <li key={id}>
            <a href={`/${id}`} aria-current={id === project.value ? 'true' : undefined} onClick={close}>
              <span>{domain}</span>
              {name !== domain && <span class="muted">{name}</span>}
              <Today project={id} />
            </a>
          </li>
        ))}
        {pages.map(({ place, name }) => (
          <li key={place}>
            <a href={addressOf(place)} onClick={close}>
              {name} <span class="muted">page</span>
            </a>
          </li>
        ))}
        {found.length + pages.length === 0 && <li class="muted small none">Nothing is called so.</li>}
      </ul>
      {all.length > 1 && (
        <a class="all" href="/" onClick={close}>
          All projects
        </a>
      )}
      {mayCreateProject.value && (
        <a class="all" href="/new-project" onClick={close}>
          New project
        </a>
      )}
      <SignOut />
    </div>
  );
}

function Today({ project: id }: { readonly project: string }) {
  const told = figures.answer.value?.data.find((one) => one.id === id);
  if (!told) return null;
  const { glyph, words, tone } = PROJECT_HEALTH[told.tracking_health.status];
  return (
    <span class="today" title={`Visitors today. ${words}.`}>
      {count(told.now.visitors, writing.value)}
      <span class="sr"> visitors today, </span>
      <span class={tone} aria-hidden="true">
        {glyph}
      </span>
      <span class="sr">{words}</span>
    </span>
  );
}

/** Enter in the field goes to what was found first. */
function openFirst(event: KeyboardEvent): void {
  if (event.key !== 'Enter') return;
  (event.currentTarget as HTMLElement).parentElement?.querySelector('a')?.click();
}

function close(event: Event): void {
  (event.currentTarget as HTMLElement).closest<HTMLElement>('[popover]')?.hidePopover();
}

function focusFirst(list: HTMLElement): void {
  // On a phone the field would bring a keyboard over the list.
  const first = matchMedia('(pointer: coarse)').matches ? '[aria-current]' : 'input';
  (list.querySelector<HTMLElement>(first) ?? list.querySelector('a'))?.focus();
}

function moveByKey(event: KeyboardEvent): void {
  const list = event.currentTarget as HTMLElement;
  const stops = [...list.querySelectorAll<HTMLElement>('input, a, button')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  stops.at(next % stops.length)?.focus();
}
