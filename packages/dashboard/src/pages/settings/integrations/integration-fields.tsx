import type { SendChoice, ShownIntegration } from '@cvq/contract';
import { useEffect, useState } from 'preact/hooks';
import { askAnew } from '../../../ask/ask-anew.ts';
import { integrations, updateIntegration } from '../../../ask/integrations.ts';
import { mergedMap } from '../../../figures/merged-map.ts';
import { SavedChoice } from '../../../parts/saved-choice.tsx';
import { SavedText } from '../../../parts/saved-text.tsx';
import { strangersText } from '../../../words/strangers-text.ts';
import { MappingRows, mapOf, rowsOf } from './mapping-rows.tsx';
import { PLATFORM_STEPS } from './platform-steps.ts';
import { useAsking } from './use-asking.ts';

type IntegrationFieldsProps = { readonly of: ShownIntegration; readonly isLocked: boolean };

/** What is set for an integration, each saved by itself. */
export function IntegrationFields({ of, isLocked }: IntegrationFieldsProps) {
  const { platform, account, login_account: login, spend_account: spend, send } = of;
  const steps = PLATFORM_STEPS[platform];
  const save = (change: Parameters<typeof updateIntegration>[1]) => async () => {
    await updateIntegration(platform, change);
  };
  return (
    <div class="fields">
      <SavedText
        label={steps.account}
        value={account}
        isLocked={isLocked}
        onSave={(text) => save({ account_id: text })()}
      />
      {steps.loginAccount !== null && (
        <SavedText
          label={steps.loginAccount}
          value={login ?? ''}
          isLocked={isLocked}
          onSave={(text) => save({ login_account_id: text })()}
        />
      )}
      {steps.spendAccount !== null && (
        <SavedText
          label={steps.spendAccount}
          value={spend ?? ''}
          isLocked={isLocked}
          onSave={(text) => save({ spend_account_id: text })()}
        />
      )}
      <SavedChoice
        label="Which conversions are sent"
        value={send}
        isLocked={isLocked}
        options={[
          ['matchable', 'Those with a click of the platform, an e-mail address or a phone number'],
          ['own_clicks', 'Only those with a click of the platform'],
        ]}
        onSave={(choice) => save({ send: choice as SendChoice })()}
      />
      <Mapping of={of} isLocked={isLocked} />
    </div>
  );
}

function Mapping({ of: { platform, actions }, isLocked }: IntegrationFieldsProps) {
  const asking = useAsking();
  const [rows, setRows] = useState(rowsOf(actions));
  const [from, setFrom] = useState(actions);
  const [problems, setProblems] = useState<readonly string[] | null>(null);
  const isChanged = JSON.stringify(mapOf(rows)) !== JSON.stringify(from);
  const show = (map: Readonly<Record<string, string>>) => {
    setRows(rowsOf(map));
    setFrom(map);
  };
  useEffect(() => {
    if (!isChanged) show(actions);
  }, [JSON.stringify(actions)]);

  /** What somebody else has put into it since the page was opened, or taken out, stays so. */
  async function save(): Promise<void> {
    await askAnew(integrations);
    const now = integrations.answer.peek()?.data.find((each) => each.platform === platform);
    const map = mergedMap(mapOf(rows), { from, now: now?.actions ?? from });
    setProblems(await updateIntegration(platform, { map }));
    show(map);
  }

  return (
    <form
      class="form"
      aria-busy={asking.isBusy}
      onSubmit={(event) => {
        event.preventDefault();
        void asking.run(save);
      }}
    >
      <MappingRows
        rows={rows}
        action={PLATFORM_STEPS[platform].action}
        isLocked={isLocked}
        onChange={(next) => {
          setRows([...next]);
          setProblems(null);
        }}
      />
      <p role="alert" class="refusal">
        {asking.refusal}
      </p>
      {problems?.map((problem) => (
        <p key={problem} class="warn small">
          {strangersText(problem)}
        </p>
      ))}
      {!isLocked && (
        <p class="acts">
          {isChanged && (
            <button type="submit" class="button">
              Save the mapping
            </button>
          )}
          <span role="status" class="up small">
            {problems !== null && !isChanged && 'Saved'}
          </span>
        </p>
      )}
    </form>
  );
}
