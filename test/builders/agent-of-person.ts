import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';

/** Where the official client is told to wait for the answer of a browser. */
const REDIRECT = 'http://127.0.0.1:4567/callback';

/** Opens an address in a person's browser, and gives what that browser took back to the application. */
type AskPerson = (address: URL) => Promise<URLSearchParams>;

type AgentOptions = {
  /** Of the collector, such as `http://localhost:8787/mcp`. */
  readonly url: string;
  readonly askPerson: AskPerson;
  readonly redirect?: string;
  /** The address of its metadata document; without one it registers itself. */
  readonly documentAddress?: string;
  /** Speaks the protocol as clients of 2025 do. */
  readonly isLegacy?: boolean;
};

export type AgentOfPerson = {
  /** What the application keeps: its id and its tokens. */
  readonly kept: { readonly application: StoredOAuthClientInformation; readonly tokens: StoredOAuthTokens };
  /** The scopes that the person was asked for, each time. */
  readonly asked: readonly (readonly string[])[];
  /** What a tool answers. A person is asked where that is what it takes. */
  call(
    name: string,
    args?: Record<string, unknown>,
  ): Promise<{ readonly isError: boolean; readonly answer: Record<string, unknown> }>;
  readonly client: Client;
  close(): Promise<void>;
};

/** The official client, given an address alone: it finds, registers and asks for all else by itself. */
export async function connectAgentOfPerson(options: AgentOptions): Promise<AgentOfPerson> {
  const { url, askPerson, isLegacy = false } = options;
  const memory = openMemory(options);
  let [client, transport] = open();

  function open(): [Client, StreamableHTTPClientTransport] {
    const mode = isLegacy ? 'legacy' : 'auto';
    return [
      new Client({ name: 'cvq-test', version: '1.0.0' }, { versionNegotiation: { mode } }),
      new StreamableHTTPClientTransport(new URL(url), { authProvider: memory.provider }),
    ];
  }

  /** Does something, and once more after a person was asked where the client wants one to be. */
  async function withPerson<Result>(work: () => Promise<Result>, again = work): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!UnauthorizedError.isInstance(error)) throw error;
      await transport.finishAuth(await askPerson(memory.takeAddress()));
      return again();
    }
  }

  await withPerson(
    () => client.connect(transport),
    () => {
      [client, transport] = open();
      return client.connect(transport);
    },
  );
  return {
    kept: memory.kept,
    asked: memory.asked,
    client,
    close: () => client.close(),
    call: (name, args = {}) =>
      withPerson(async () => {
        const { structuredContent, isError = false } = await client.callTool({ name, arguments: args });
        return { isError, answer: structuredContent as Record<string, unknown> };
      }),
  };
}

/** What an application keeps between two requests. */
function openMemory({ redirect = REDIRECT, documentAddress }: AgentOptions) {
  const kept: { application?: StoredOAuthClientInformation; tokens?: StoredOAuthTokens } = {};
  const asked: string[][] = [];
  let address: URL | null = null;
  let verifier = '';
  let discovered: OAuthDiscoveryState | undefined;
  const provider: OAuthClientProvider = {
    redirectUrl: redirect,
    clientMetadata: { client_name: 'Analyst', redirect_uris: [redirect] },
    ...(documentAddress !== undefined && { clientMetadataUrl: documentAddress }),
    state: () => 'as it was',
    clientInformation: () => kept.application,
    saveClientInformation: (application) => {
      kept.application = application;
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens;
    },
    redirectToAuthorization: (to) => {
      address = to;
      asked.push((to.searchParams.get('scope') ?? '').split(' '));
    },
    saveCodeVerifier: (made) => {
      verifier = made;
    },
    codeVerifier: () => verifier,
    saveDiscoveryState: (state) => {
      discovered = state;
    },
    discoveryState: () => discovered,
    invalidateCredentials: (what) => {
      if (what === 'all' || what === 'tokens') delete kept.tokens;
      if (what === 'all' || what === 'client') delete kept.application;
    },
  };
  return {
    provider,
    asked,
    kept: kept as AgentOfPerson['kept'],
    takeAddress(): URL {
      if (address === null) throw new Error('The client gave up without asking for a person.');
      const taken = address;
      address = null;
      return taken;
    },
  };
}
