/** Whether events of a project arrive, as a mark and in words. */
export const PROJECT_HEALTH = {
  healthy: { glyph: '●', words: 'Healthy', tone: 'up' },
  degraded: { glyph: '◐', words: 'Nothing for a day', tone: 'warn' },
  no_data: { glyph: '○', words: 'No visit yet', tone: 'muted' },
} as const;
