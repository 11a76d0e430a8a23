import { Route, Router } from 'preact-iso';
import { lazily } from './lazily.ts';

const Conversions = lazily(() => import('../pages/conversions.tsx'));
const ConversionPage = lazily(() => import('../pages/conversion.tsx'));
const Funnel = lazily(() => import('../pages/funnel.tsx'));
const List = lazily(() => import('../pages/list.tsx'));
const Spend = lazily(() => import('../pages/spend.tsx'));
const Events = lazily(() => import('../pages/events.tsx'));
const Live = lazily(() => import('../pages/live.tsx'));
const Bots = lazily(() => import('../pages/bots.tsx'));
const Webhooks = lazily(() => import('../pages/webhooks.tsx'));
const Settings = lazily(() => import('../pages/settings.tsx'));
const NotFound = lazily(() => import('../pages/not-found.tsx'));

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
