import type { ComponentChildren } from 'preact';
import { mayAdminister } from '../../../ask/role.ts';

type ImportedRowProps = {
  readonly name: string;
  /** What the button removes, for who hears it alone. */
  readonly removes: string;
  readonly children: ComponentChildren;
  onRemove(): void;
};

/** Something that a file told of, and a button for who may remove it. */
export function ImportedRow({ name, removes, children, onRemove }: ImportedRowProps) {
  return (
    <li>
      <div>
        <b>{name}</b>
        <p class="muted small">{children}</p>
      </div>
      {mayAdminister.value && (
        <button type="button" class="button" onClick={onRemove}>
          Remove<span class="sr"> {removes}</span>
        </button>
      )}
    </li>
  );
}
