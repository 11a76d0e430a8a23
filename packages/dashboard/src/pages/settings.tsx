import { Route, Router } from 'preact-iso';
import { addressOf, item } from '../address/location.ts';
import NotFound from './not-found.tsx';
import { SECTIONS } from './settings/sections.ts';
import '../style/settings.css';

/** What can be set, in sections, each with an address of its own. */
export default function Settings() {
  const open = item.value === null ? SECTIONS[0] : SECTIONS.find(({ place }) => place === item.value);
  if (open === undefined) return <NotFound />;
  return (
    <main id="main" class="page settings">
      <nav aria-label="Settings">
        {SECTIONS.map(({ place, name }) => (
          <a
            key={place}
            href={addressOf(`settings/${place}`)}
            aria-current={place === open.place ? 'page' : undefined}
          >
            {name}
          </a>
        ))}
      </nav>
      <Router>
        {SECTIONS.map(({ place, section }) => (
          <Route key={place} path={`/${place}`} component={section} />
        ))}
        <Route default component={open.section} />
      </Router>
    </main>
  );
}
