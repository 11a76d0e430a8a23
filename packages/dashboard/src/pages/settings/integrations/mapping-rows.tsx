import { CONVERSION_TYPES } from '@cvq/contract/constants';
import { useId } from 'preact/hooks';

/** An event type and what the platform calls it. */
export type MappingRow = { readonly type: string; readonly action: string };

export const rowsOf = (map: Readonly<Record<string, string>>): MappingRow[] =>
  Object.entries(map).map(([type, action]) => ({ type, action }));

/** The rows that say something, as a mapping. */
export const mapOf = (rows: readonly MappingRow[]): Record<string, string> =>
  Object.fromEntries(
    rows
      .map(({ type, action }) => [type.trim(), action.trim()] as const)
      .filter(([type, action]) => type !== '' || action !== ''),
  );

type MappingRowsProps = {
  readonly rows: readonly MappingRow[];
  /** What the platform calls an action. */
  readonly action: string;
  readonly isLocked?: boolean;
  onChange(rows: readonly MappingRow[]): void;
};

/** Which conversions are sent, and under what name: a type without a row is not sent. */
export function MappingRows({ rows, action, isLocked = false, onChange }: MappingRowsProps) {
  const types = useId();
  const put = (at: number, change: Partial<MappingRow>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...change } : row)));
  return (
    <div class="mapping">
      <table>
        <thead>
          <tr>
            <th scope="col">Conversion</th>
            <th scope="col">{action}</th>
            <th scope="col">
              <span class="sr">Leave out</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              <td>
                <input
                  aria-label={`Type ${index + 1}`}
                  list={types}
                  value={row.type}
                  readOnly={isLocked}
                  onInput={(event) => put(index, { type: event.currentTarget.value })}
                />
              </td>
              <td>
                <input
                  aria-label={`${action} of type ${index + 1}`}
                  value={row.action}
                  readOnly={isLocked}
                  onInput={(event) => put(index, { action: event.currentTarget.value })}
                />
              </td>
              <td>
                {!isLocked && rows.length > 1 && (
                  <button
                    type="button"
                    class="quiet"
                    aria-label={`Leave out ${row.type || `type ${index + 1}`}`}
                    onClick={() => onChange(rows.filter((_, other) => other !== index))}
                  >
                    ×
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <datalist id={types}>
        {CONVERSION_TYPES.map((type) => (
          <option key={type} value={type} />
        ))}
      </datalist>
      {!isLocked && (
        <button type="button" class="quiet" onClick={() => onChange([...rows, { type: '', action: '' }])}>
          Another type
        </button>
      )}
    </div>
  );
}
