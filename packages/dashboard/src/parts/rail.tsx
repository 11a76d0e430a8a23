import { ErrorBoundary } from 'preact-iso';
import { addressOf, page } from '../address/location.ts';
import { projectName } from '../ask/projects.ts';
import { person } from '../ask/session.ts';
import { openSheet } from '../keyboard/open-sheet.ts';
import { lazily } from './lazily.ts';
import { Chevron } from './menu.tsx';
import { PAGES } from './pages.ts';
import { SWITCHER_ID } from './switcher-id.ts';
import { nextTheme, theme } from './theme.ts';

const Notices = lazily(() => import('./notices.tsx'));

const THEME_NAMES = { system: 'Light & dark', dark: 'Dark', light: 'Light' };

/** The pages of the project, at the left, and what has to be looked after; on a phone both stand at the bottom. */
export function Rail() {
  return (
    <section class="rail" aria-label="Project">
      <button type="button" class="project" popovertarget={SWITCHER_ID} aria-haspopup="dialog">
        <span class="sr">Projects: </span>
        {projectName.value}
        {projectName.value && <Chevron />}
      </button>
      <nav class="words" aria-label="Pages">
        <Links of={PAGES} />
      </nav>
      <ErrorBoundary>{person.value && <Notices />}</ErrorBoundary>
      <div class="foot">
        <button type="button" class="quiet" onClick={nextTheme}>
          {THEME_NAMES[theme.value]}
        </button>
        <button type="button" class="quiet" aria-label="Keys" onClick={openSheet}>
          <kbd>?</kbd>
        </button>
      </div>
    </section>
  );
}

/** So many stand on a phone side by side; the others behind one word. */
const TABS = 4;

/** The pages of the project at the bottom of a phone. */
export function TabBar() {
  return (
    <nav class="tab-bar" aria-label="Pages">
      <Links of={PAGES.slice(0, TABS)} />
      <button type="button" popovertarget="further">
        {PAGES.find(({ place }, tab) => tab >= TABS && place === page.value)?.name ?? 'More'}
        <Chevron />
      </button>
      {/* Made anew with the page, it is closed again. */}
      <div key={page.value} id="further" popover="auto" class="menu">
        <Links of={PAGES.slice(TABS)} />
      </div>
    </nav>
  );
}

function Links({ of }: { readonly of: typeof PAGES }) {
  return of.map(({ place, name }) => (
    <a key={place} href={addressOf(place)} aria-current={place === page.value ? 'page' : undefined}>
      {name}
    </a>
  ));
}
