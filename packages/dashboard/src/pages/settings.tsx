import { useLayoutEffect } from 'preact/hooks';
import { Route, Router } from 'preact-iso';
import { addressOf, isInProject, item, openPage } from '../address/location.ts';
import { person } from '../ask/session.ts';
import NotFound from './not-found.tsx';
import { SECTIONS } from './settings/sections.ts';
import '../style/settings.css';

type Section = (typeof SECTIONS)[number];

const isListed = ({ isForSuperadmins = false }: Section) =>
  !isForSuperadmins || person.value?.is_superadmin === true;
/** Outside of projects there are those of accounts and of oneself. */
const isHere = ({ isOfProject }: Section) => isInProject.value || isOfProject === undefined;

/** What can be set, in sections, each with an address of its own. */
export default function Settings() {
  const isUnnamed = item.value === null;
  const sections = SECTIONS.filter(isHere);
  const first = sections[0]?.place;
  useLayoutEffect(() => {
    if (isUnnamed) openPage(addressOf(`settings/${first}`), true);
  }, [isUnnamed, first]);
  if (isUnnamed) return null;
  if (!sections.some(({ place }) => place === item.value)) return <NotFound />;
  return (
    <main id="main" class="page settings">
      <nav aria-label="Settings">
        {sections.filter(isListed).map(({ place, name }) => (
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
        {sections.map(({ place, section }) => (
          <Route key={place} path={`/${place}`} component={section} />
        ))}
      </Router>
    </main>
  );
}
