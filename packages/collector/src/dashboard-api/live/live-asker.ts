import type { ServerResponse } from 'node:http';
import type { SignedIn } from '../session/signed-in.ts';

/** Who listens to what is live, by which session, and of which project. */
export type LiveAsker = { readonly by: SignedIn; readonly token: string; readonly project: string };

/** Turns a response into a stream. */
export type OpenStream = (response: ServerResponse, asker: LiveAsker) => Promise<void>;
