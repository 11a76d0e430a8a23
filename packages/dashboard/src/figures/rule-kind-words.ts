/** By what a rule of a project tells a bot. */
export const ruleKindWords = { user_agent_contains: 'User agent contains', ip_range: 'Network' } as const;
