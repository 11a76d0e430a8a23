import { lazy, Route, Router } from 'preact-iso';
import { isSignedOut } from '../ask/session.ts';

const SignIn = lazy(() => import('../pages/sign-in/sign-in.tsx'));
const Forgotten = lazy(() => import('../pages/sign-in/forgotten.tsx'));
const LinkPage = lazy(() => import('../pages/sign-in/link-page.tsx'));
const SignUp = lazy(() => import('../pages/sign-in/sign-up.tsx'));
const NewProject = lazy(() => import('../pages/new-project.tsx'));
const Authorize = lazy(() => import('../pages/authorize.tsx'));
const Home = lazy(() => import('../pages/home.tsx'));
const AccountSettings = lazy(() => import('../pages/account-settings.tsx'));
const NotFound = lazy(() => import('../pages/not-found.tsx'));

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
  return isSignedOut.value ? <SignIn /> : <Home />;
}

function Settings() {
  return isSignedOut.value ? <SignIn /> : <AccountSettings />;
}
