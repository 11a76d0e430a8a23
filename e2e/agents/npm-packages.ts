/** Programs of others, at the versions that they were last tried with. */
export const NPM_PACKAGES = {
  conformance: '@modelcontextprotocol/conformance@0.2.0-alpha.12',
  inspector: '@modelcontextprotocol/inspector@2.12.0',
  mcpRemote: 'mcp-remote@0.15.1',
} as const;
