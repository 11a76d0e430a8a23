import type { AdPlatform } from '@cvq/contract';
import { exchangeRates } from '../../ask/exchange-rates.ts';
import { integrations } from '../../ask/integrations.ts';
import { currentProject } from '../../ask/projects.ts';
import { mayAdminister } from '../../ask/role.ts';
import { spendSources } from '../../ask/spend-files.ts';
import { PLATFORM_NAMES } from '../../figures/platform-names.ts';
import { SettingsPage } from '../../parts/settings-page.tsx';
import { WhoMayChange } from '../../parts/who-may-change.tsx';
import { integrationsSentence } from '../../words/integrations-sentence.ts';
import { ExchangeRates } from './integrations/exchange-rates.tsx';
import { IntegrationCard } from './integrations/integration-card.tsx';
import { NewIntegration } from './integrations/new-integration.tsx';
import { SpendFiles } from './integrations/spend-files.tsx';
import '../../style/integrations.css';

const PLATFORMS = Object.keys(PLATFORM_NAMES) as AdPlatform[];

/** The ad platforms that are told of conversions, and the files that tell what ads cost. */
export default function Integrations() {
  const listed = integrations.answer.value?.data;
  const { lead, aside } = listed ? integrationsSentence(listed) : { lead: null, aside: '' };
  return (
    <SettingsPage sentence={lead} aside={aside} of={[integrations, spendSources, exchangeRates]}>
      {!mayAdminister.value && <WhoMayChange of={currentProject.value?.domain ?? 'this project'} />}
      {listed &&
        PLATFORMS.map((platform) => {
          const found = listed.find((each) => each.platform === platform);
          return (
            <section key={platform} class="integration" aria-labelledby={platform}>
              {found && <IntegrationCard key={found.id} of={found} />}
              {(found === undefined || found.is_demo) && (
                <NewIntegration platform={platform} hasHead={found === undefined} />
              )}
            </section>
          );
        })}
      <SpendFiles />
      <ExchangeRates />
    </SettingsPage>
  );
}
