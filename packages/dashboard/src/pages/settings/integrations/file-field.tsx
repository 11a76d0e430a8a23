import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

type FileFieldProps = {
  readonly label: string;
  /** What the file has to hold, and what becomes of it. */
  readonly children: ComponentChildren;
  /** With null where none is chosen any more. */
  onChoose(file: File | null): void;
};

/** A CSV file from the machine of the browser. */
export function FileField({ label, children, onChoose }: FileFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="file"
        accept=".csv,text/csv"
        aria-describedby={`${id}-about`}
        onChange={(event) => onChoose(event.currentTarget.files?.[0] ?? null)}
      />
      <p id={`${id}-about`} class="muted small">
        {children}
      </p>
    </div>
  );
}
