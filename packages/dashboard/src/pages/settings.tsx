import { useLayoutEffect } from 'preact/hooks';
import { Route, Router } from 'preact-iso';
import { addressOf, item, openPage } from '../address/location.ts';
import NotFound from './not-found.tsx';
import { SECTIONS } from './settings/sections.ts';
import '../style/settings.css';

/** What can be set, in sections, each with an address of its own. */
export default function Settings() {
  const isUnnamed = item.value === null;
  useLayoutEffect(() => {
    if (isUnnamed) openPage(addressOf(`settings/${SECTIONS[0].place}`), true);
  }, [isUnnamed]);
  if (isUnnamed) return null;
  if (!SECTIONS.some(({ place }) => place === item.value)) return <NotFound />;
  return (
    <main id="main" class="page settings">
      <nav aria-label="Settings">
        {SECTIONS.map(({ place, name }) => (
          <a
            key={place}
            href={addressOf(`settings/${place}`)}
            aria-current={place === item.value ? 'page' : undefined}
          >
            {name}
          </a>
        ))}
      </nav>
      <Router>
        {SECTIONS.map(({ place, section }) => (
          <Route key={place} path={`/${place}`} component={section} />
        ))}
      </Router>
    </main>
  );
}
