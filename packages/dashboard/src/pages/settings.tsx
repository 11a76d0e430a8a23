import { useLayoutEffect } from 'preact/hooks';
import { Route, Router } from 'preact-iso';
import { addressOf, item, openPage } from '../address/location.ts';
import { person } from '../ask/session.ts';
import NotFound from './not-found.tsx';
import { SECTIONS } from './settings/sections.ts';
import '../style/settings.css';

const isListed = ({ isForSuperadmins = false }: (typeof SECTIONS)[number]) =>
  !isForSuperadmins || person.value?.is_superadmin === true;

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
        {SECTIONS.filter(isListed).map(({ place, name }) => (
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
