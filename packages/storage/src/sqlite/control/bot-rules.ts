import type { BotRule, BotRules } from '../../control/bot-rules.ts';
import type { Connection } from '../open-database.ts';

/** What projects themselves call bots. */
export function controlBotRules(db: Connection): BotRules {
  const list = db.prepare('SELECT kind, value FROM bot_rules WHERE project_id = ? ORDER BY id');
  const listAll = db.prepare('SELECT project_id AS project, kind, value FROM bot_rules ORDER BY id');
  const insert = db.prepare(`
    INSERT INTO bot_rules (project_id, kind, value, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`);
  const remove = db.prepare('DELETE FROM bot_rules WHERE project_id = ? AND kind = ? AND value = ?');
  const add = db.transaction(
    (project: string, rules: readonly BotRule[], { at, atMost }: { at: number; atMost: number }) => {
      const { size } = new Set([...(list.all(project) as BotRule[]), ...rules].map(textOf));
      if (size > atMost) return size;
      for (const { kind, value } of rules) insert.run(project, kind, value, at);
      return size;
    },
  );
  return {
    listAllBotRules: async () => listAll.all() as (BotRule & { readonly project: string })[],
    listBotRules: async (project: string) => list.all(project) as BotRule[],
    // The lock is taken before they are counted, so that two cannot both find room for theirs.
    addBotRules: async (project, rules, { at, atMost = Number.POSITIVE_INFINITY }) =>
      add.immediate(project, rules, { at, atMost }),
    removeBotRule: async (project: string, { kind, value }: BotRule) =>
      remove.run(project, kind, value).changes === 1,
  };
}

function textOf({ kind, value }: BotRule): string {
  return `${kind} ${value}`;
}
