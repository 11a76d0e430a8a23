import { lazy, Route, Router } from 'preact-iso';

const Conversions = lazy(() => import('../pages/conversions.tsx'));
const ConversionPage = lazy(() => import('../pages/conversion.tsx'));
const Funnel = lazy(() => import('../pages/funnel.tsx'));
const List = lazy(() => import('../pages/list.tsx'));
const Spend = lazy(() => import('../pages/spend.tsx'));
const Events = lazy(() => import('../pages/events.tsx'));
const Live = lazy(() => import('../pages/live.tsx'));
const Bots = lazy(() => import('../pages/bots.tsx'));
const Webhooks = lazy(() => import('../pages/webhooks.tsx'));
const Settings = lazy(() => import('../pages/settings.tsx'));
const NotFound = lazy(() => import('../pages/not-found.tsx'));

/** Every page of a project beside the Overview, by what its address has after the project. */
export default function FurtherPages() {
  return (
    <Router>
      <Route path="/conversions" component={Conversions} />
      <Route path="/conversions/:id" component={ConversionPage} />
      <Route path="/funnel" component={Funnel} />
      <Route path="/list/:dimension" component={List} />
      <Route path="/spend" component={Spend} />
      <Route path="/events" component={Events} />
      <Route path="/live" component={Live} />
      <Route path="/bots" component={Bots} />
      <Route path="/webhooks" component={Webhooks} />
      <Route path="/settings" component={Settings} />
      <Route path="/settings/*" component={Settings} />
      <Route default component={NotFound} />
    </Router>
  );
}
