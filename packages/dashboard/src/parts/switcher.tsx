import { useState } from 'preact/hooks';
import { project } from '../address/location.ts';
import { mayCreateProject } from '../ask/may-create-project.ts';
import { projects } from '../ask/projects.ts';
import { SignOut } from './sign-out.tsx';
import { SWITCHER_ID } from './switcher-id.ts';
import '../style/input.css';
import '../style/switcher.css';

/** From how many projects on they are searched. */
const SEARCHED_FROM = 6;

/** The projects that somebody can see, to go from one to another, and who they are. */
export default function Switcher() {
  const [text, setText] = useState('');
  const all = projects.value ?? [];
  const wanted = text.trim().toLowerCase();
  const found = all.filter(({ name, domain }) => `${domain} ${name}`.toLowerCase().includes(wanted));
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
        if (event.newState === 'open') focusFirst(event.currentTarget);
      }}
    >
      {all.length >= SEARCHED_FROM && (
        <input
          type="search"
          class="search"
          aria-label="Find a project"
          placeholder="Find a project"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      )}
      <ul>
        {found.map(({ id, domain, name }) => (
          <li key={id}>
            <a href={`/${id}`} aria-current={id === project.value ? 'true' : undefined} onClick={close}>
              <span>{domain}</span>
              {name !== domain && <span class="muted">{name}</span>}
            </a>
          </li>
        ))}
        {found.length === 0 && <li class="muted small none">No project is called so.</li>}
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

function close(event: Event): void {
  (event.currentTarget as HTMLElement).closest<HTMLElement>('[popover]')?.hidePopover();
}

function focusFirst(list: HTMLElement): void {
  (list.querySelector<HTMLElement>('input, [aria-current]') ?? list.querySelector('a'))?.focus();
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
