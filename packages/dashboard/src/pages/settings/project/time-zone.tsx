import { useId } from 'preact/hooks';
import { FieldFrame } from '../../../parts/field-frame.tsx';
import { useDraft } from '../../../parts/use-draft.ts';
import { useSaving } from '../../../parts/use-saving.ts';
import { timeZoneChange } from '../../../words/time-zone-change.ts';

type TimeZoneProps = {
  readonly value: string;
  readonly isLocked: boolean;
  /** @throws NotAnswered */
  onSave(zone: string): Promise<void>;
};

/** The zone of a project's days. What another one changes is said before it is saved. */
export function TimeZone({ value, isLocked, onSave }: TimeZoneProps) {
  const id = useId();
  const saving = useSaving();
  const { draft, setDraft, send, forget } = useDraft(value, (zone) => zone.trim());
  const wanted = draft.trim();
  const changes = timeZoneChange({ from: value, to: wanted, now: Date.now() });
  const isOther = wanted !== value && wanted !== '';

  function keep(): void {
    forget();
    saving.forget();
  }

  async function save(): Promise<void> {
    send(wanted);
    await onSave(wanted);
  }

  return (
    <FieldFrame
      id={id}
      label="Time zone"
      hint="Its days begin at midnight there. Name a place, such as Europe/Berlin."
      saving={saving}
    >
      <input
        id={id}
        {...{ list: `${id}-zones` }}
        autocomplete="off"
        value={draft}
        readOnly={isLocked}
        aria-invalid={saving.refusal !== ''}
        aria-describedby={`${id}-about`}
        onInput={(event) => {
          setDraft(event.currentTarget.value);
          saving.forget();
        }}
        onKeyDown={(event) => event.key === 'Escape' && keep()}
      />
      <datalist id={`${id}-zones`}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <div role="status">
        {changes && (
          <div class="what-changes">
            <p>What changes with {wanted}:</p>
            <ul>
              {changes.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
      {isOther && (
        <p class="copy">
          <button type="button" class="button" onClick={() => void saving.save(save)}>
            Change the time zone
          </button>
          <button type="button" class="quiet" onClick={keep}>
            Keep {value}
          </button>
        </p>
      )}
    </FieldFrame>
  );
}
