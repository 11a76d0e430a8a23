import { createBrowserRouter } from 'react-router';
import { Layout } from './layout.tsx';
import { Checkout, needAccount, order } from './pages/checkout.tsx';
import { Home } from './pages/home.tsx';
import { NotFound } from './pages/not-found.tsx';
import { Plans } from './pages/plans.tsx';
import { SignUp, signUp } from './pages/sign-up.tsx';
import { needOrder, Thanks } from './pages/thanks.tsx';

export const router = createBrowserRouter([
  {
    Component: Layout,
    // Every loader answers at once, so there is nothing to show before it did.
    HydrateFallback: () => null,
    children: [
      { index: true, Component: Home },
      { path: 'plans', Component: Plans },
      { path: 'sign-up', Component: SignUp, action: signUp },
      { path: 'checkout', Component: Checkout, loader: needAccount, action: order },
      { path: 'thanks', Component: Thanks, loader: needOrder },
      { path: '*', Component: NotFound },
    ],
  },
]);
