import type { BotRule } from '../../control/bot-rules.ts';
import type { Connection } from '../open-database.ts';

/** What projects themselves call bots. */
export function controlBotRules(db: Connection) {
  const list = db.prepare('SELECT kind, value FROM bot_rules WHERE project_id = ? ORDER BY id');
  const listAll = db.prepare('SELECT project_id AS project, kind, value FROM bot_rules ORDER BY id');
  const insert = db.prepare(`
    INSERT INTO bot_rules (project_id, kind, value, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`);
  const remove = db.prepare('DELETE FROM bot_rules WHERE project_id = ? AND kind = ? AND value = ?');
  const add = db.transaction((project: string, rules: readonly BotRule[], at: number) => {
    for (const { kind, value } of rules) insert.run(project, kind, value, at);
  });
  return {
    listAllBotRules: async () => listAll.all() as (BotRule & { readonly project: string })[],
    listBotRules: async (project: string) => list.all(project) as BotRule[],
    async addBotRules(project: string, rules: readonly BotRule[], at: number) {
      add.immediate(project, rules, at);
    },
    removeBotRule: async (project: string, { kind, value }: BotRule) =>
      remove.run(project, kind, value).changes === 1,
  };
}
