import { useLayoutEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { mayCreateProject } from '../ask/may-create-project.ts';
import { projects } from '../ask/projects.ts';
import { lazily } from '../parts/lazily.ts';
import { NarrowPage } from '../parts/narrow-page.tsx';
import { SignOut } from '../parts/sign-out.tsx';

const AllProjects = lazily(() => import('./all-projects.tsx'));

/** Where everything begins: the one project that somebody can see, or all of them. */
export default function Home() {
  const { route } = useLocation();
  const seen = projects.value;
  const only = seen?.length === 1 ? seen[0]?.id : undefined;
  useLayoutEffect(() => {
    if (only !== undefined) route(`/${only}`, true);
  }, [only, route]);
  if (seen === null || only !== undefined) return <main id="main" aria-busy="true" />;
  return seen.length === 0 ? <NoProject /> : <AllProjects />;
}

function NoProject() {
  return (
    <NarrowPage sentence="There is no project here yet.">
      {mayCreateProject.value ? (
        <p>
          <a class="button main" href="/new-project">
            Track your site
          </a>
        </p>
      ) : (
        <p class="soft">Where there are some, ask who looks after them to invite you.</p>
      )}
      <p>
        <a class="text-link" href="/settings">
          Settings
        </a>
      </p>
      <SignOut />
    </NarrowPage>
  );
}
