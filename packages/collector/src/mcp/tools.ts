import type { AgentTool, Operation } from '../read/operation.ts';
import { operations } from '../read/operations.ts';

/** An operation that agents have, with the words by which they know it. */
export type Tool = { readonly operation: Operation; readonly tool: AgentTool };

/** The tools, in the order of the table of operations. */
export const tools: readonly Tool[] = operations.flatMap((operation) =>
  operation.tool === undefined ? [] : [{ operation, tool: operation.tool }],
);

/** The tool of a name; null where there is none. */
export function findTool(name: string): Tool | null {
  return tools.find(({ operation }) => operation.name === name) ?? null;
}
