import type { Response } from 'express';

/** Codes of JSON-RPC: https://www.jsonrpc.org/specification#error_object */
export const RPC_CODES = { parse: -32700, request: -32600, params: -32602, internal: -32603 } as const;

/** A message that cannot be answered, in the words of JSON-RPC: for what is wrong before an operation is asked. */
export class RpcRefused extends Error {
  override readonly name = 'RpcRefused';
  readonly code: number;
  readonly status: number;
  /** Of the message, where it can be told. */
  readonly id: string | number | null;

  constructor(code: number, message: string, more: { status: number; id?: string | number | null }) {
    super(message);
    this.code = code;
    this.status = more.status;
    this.id = more.id ?? null;
  }
}

/** Send a refusal. */
export function sendRpcRefusal(response: Response, { code, message, status, id }: RpcRefused): void {
  response.status(status).json({ jsonrpc: '2.0', id, error: { code, message } });
}
