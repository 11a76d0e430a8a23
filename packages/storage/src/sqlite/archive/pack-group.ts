import type { ArchivedTable } from './archived-tables.ts';
import { packRows } from './pack-rows.ts';
import type { Row } from './row-block.ts';

/** Rows that become blocks in one transaction, in place of where they were. */
export type Group = {
  /** All of them, in the order of their keys. */
  readonly rows: readonly Row[];
  /** Those that stand in the table. */
  readonly loose: readonly Row[];
  /** The blocks that hold the others, with how many of their rows were taken. */
  readonly blocks: readonly { readonly id: number; readonly taken: number }[];
};

/** The rows of one block, and what is stored in their place. */
export type PackedPart = { readonly rows: readonly Row[]; readonly body: Uint8Array };
export type BlockGroup = Group & { readonly parts: readonly PackedPart[] };

/** Makes the blocks of a group. It takes longer than to store them, and is done before a transaction that others wait for. */
export function packGroup(group: Group, { atMost, columns }: ArchivedTable): BlockGroup {
  const parts = partsOf(group.rows, atMost).map((rows) => ({ rows, body: packRows(rows, columns) }));
  return { ...group, parts };
}

/** Parts of about the same length, so that none is small. */
function partsOf(rows: readonly Row[], atMost: number): Row[][] {
  const count = Math.ceil(rows.length / atMost);
  const length = Math.ceil(rows.length / count);
  return Array.from({ length: count }, (_, part) => rows.slice(part * length, (part + 1) * length));
}
