import { Route, Router } from 'preact-iso';
import { lazily } from './lazily.ts';
import { SignedIn } from './signed-in.tsx';

const Forgotten = lazily(() => import('../pages/sign-in/forgotten.tsx'));
const LinkPage = lazily(() => import('../pages/sign-in/link-page.tsx'));
const SignUp = lazily(() => import('../pages/sign-in/sign-up.tsx'));
const NewProject = lazily(() => import('../pages/new-project.tsx'));
const Authorize = lazily(() => import('../pages/authorize.tsx'));
const Home = lazily(() => import('../pages/home.tsx'));
const AccountSettings = lazily(() => import('../pages/account-settings.tsx'));
const NotFound = lazily(() => import('../pages/not-found.tsx'));

/** The pages outside of projects. */
export default function Outside() {
  return (
    <Router>
      <Route path="/" component={First} />
      <Route path="/forgotten" component={Forgotten} />
      <Route path="/sign-up" component={SignUp} />
      <Route path="/new-project" component={NewProject} />
      <Route path="/settings" component={Settings} />
      <Route path="/settings/*" component={Settings} />
      <Route path="/oauth/authorize" component={Authorize} />
      <Route path="/setup" component={LinkPage} />
      <Route path="/open-demo" component={LinkPage} />
      <Route path="/invitation" component={LinkPage} />
      <Route path="/reset" component={LinkPage} />
      <Route default component={NotFound} />
    </Router>
  );
}

/** The router looks at addresses alone: that somebody has signed in it does not see. */
function First() {
  return (
    <SignedIn>
      <Home />
    </SignedIn>
  );
}

function Settings() {
  return (
    <SignedIn>
      <AccountSettings />
    </SignedIn>
  );
}
