import { useId } from 'preact/hooks';

type CredentialsFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly isWrong: boolean;
  onChange(text: string): void;
};

/** A secret that is pasted or taken from a file. It is sent once, sealed, and never shown again. */
export function CredentialsField({ label, value, isWrong, onChange }: CredentialsFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        rows={3}
        spellcheck={false}
        autocomplete="off"
        value={value}
        aria-invalid={isWrong}
        aria-describedby={`${id}-about`}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <p id={`${id}-about`} class="muted small">
        It is sealed before it is stored, and nobody can read it again.
      </p>
      <input
        type="file"
        aria-label={`${label}, as a file`}
        onChange={async (event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) onChange(await file.text());
        }}
      />
    </div>
  );
}
