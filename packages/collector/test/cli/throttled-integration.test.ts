import { HOUR_MS } from '@cvq/contract/constants';
import { expect, it } from 'vitest';
import { linesOfIntegrations } from '../../src/cli/integration-lines.ts';
import { listedIntegrationJson } from '../../src/integrations/integration-json.ts';
import { anIntegration } from '../ad-platforms/builders.ts';
import { START } from '../collector.ts';

it('the list of integrations tells until when a platform is left alone, and how to go on before', () => {
  const throttle = { integration: 'int_1', since: START, until: START + HOUR_MS, code: 'SLOW' };
  const listed = { integration: anIntegration(), blocked: [], throttle };
  const until = new Date(throttle.until).toISOString();
  const text = linesOfIntegrations([listed]).join('\n');
  expect(text).toContain('active, THROTTLED');
  expect(text).toContain(`int_1: google_ads asked to be left alone until ${until} (SLOW).`);
  expect(text).toContain('cvq integration resume --project proj_shop --platform google_ads');
  expect(listedIntegrationJson(listed).throttled).toEqual({
    ...{ since: new Date(START).toISOString(), until, code: 'SLOW' },
  });
  expect(listedIntegrationJson({ ...listed, throttle: null }).throttled).toBeNull();
  expect(linesOfIntegrations([{ ...listed, throttle: null }]).join('\n')).not.toContain('THROTTLED');
});
