import type { ComponentChildren } from 'preact';

type MenuProps = {
  readonly id: string;
  /** On its button. */
  readonly label: string;
  /** What is chosen, for who does not see the button. */
  readonly about: string;
  readonly class?: string;
  readonly children: ComponentChildren;
};

/** A button with a list below it. Escape and a click elsewhere close it. */
export function Menu({ id, label, about, children, ...rest }: MenuProps) {
  return (
    <>
      <button type="button" class={`control ${rest.class ?? ''}`} popovertarget={id} aria-haspopup="menu">
        <span class="sr">{about}: </span>
        {label}
        <Chevron />
      </button>
      <div id={id} popover="auto" class="menu" role="menu" onKeyDown={moveByKey} onToggle={focusChosen}>
        {children}
      </div>
    </>
  );
}

type MenuChoiceProps = {
  readonly isChosen: boolean;
  readonly keyboard?: string | null;
  readonly children: ComponentChildren;
  onChoose(): void;
};

/** One of several: the key that chooses it without the menu is shown beside it. */
export function MenuChoice({ isChosen, keyboard, children, onChoose }: MenuChoiceProps) {
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={isChosen}
      tabIndex={-1}
      onClick={(event) => {
        event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
        onChoose();
      }}
    >
      <span>{children}</span>
      {keyboard && <kbd>{keyboard}</kbd>}
    </button>
  );
}

/** The mark of a button that opens a list. */
export function Chevron() {
  return (
    <svg class="chevron" width="10" height="6" viewBox="0 0 10 6" aria-hidden="true">
      <path d="M1 1l4 4 4-4" />
    </svg>
  );
}

function moveByKey(event: KeyboardEvent): void {
  const menu = event.currentTarget as HTMLElement;
  const all = menu.querySelectorAll<HTMLElement>('[role^="menuitem"]');
  // Some are for phones alone.
  const choices = [...all].filter(({ offsetParent }) => offsetParent !== null);
  const at = choices.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: choices.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  choices.at(next % choices.length)?.focus();
}

function focusChosen(event: Event): void {
  const menu = event.currentTarget as HTMLElement;
  if ((event as ToggleEvent).newState !== 'open') return;
  const chosen = menu.querySelector<HTMLElement>('[aria-checked="true"]') ?? menu.querySelector('button');
  chosen?.focus();
}
