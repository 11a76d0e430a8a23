import type { AuditOrigin } from '@cvq/storage';
import type { Request, Response } from 'express';
import { truncateAddress } from '../net/address.ts';
import { requestIdOf } from './http-server.ts';

type Exchange = { readonly request: Request; readonly response: Response };

/** By what way a request asks for a change: what the audit log tells of it. */
export function auditOriginOf(surface: AuditOrigin['surface'], { request, response }: Exchange): AuditOrigin {
  return { surface, network: truncateAddress(request.ip ?? ''), requestId: requestIdOf(response) };
}
