/** Stored JSON gets the names of the glossary. By text: a quote inside a string is escaped, so a bare key is a real key. */
const rename = (column: string, pairs: readonly (readonly [string, string])[]): string =>
  pairs.reduce((text, [old, now]) => `replace(${text}, '${old}', '${now}')`, column)

const STATE = rename('state', [
  ['"tallies":', '"tokenCounts":'],
  ['"asideCount":', '"evictedCount":'],
])
const SETUP = rename('setup', [
  ['"summarise":', '"summarize":'],
  ['"makeRoom":"set-aside"', '"makeRoom":"evict"'],
  ['"leastTokens":', '"minTokens":'],
  ['"roomTokens":', '"maxTokens":'],
  ['"folded":', '"flushed":'],
  ['"heldTokens":', '"protectedTokens":'],
])
const CUT = rename('body', [
  ['"setAside":', '"evicted":'],
  ['"kind":"set-aside"', '"kind":"evict"'],
])
const GOAL = rename('body', [
  ['"kind":"checkpoint"', '"kind":"step"'],
  ['"room":', '"freeTokens":'],
])
const unlocked = (table: string, change: string): string =>
  `ALTER TABLE ${table} DISABLE TRIGGER USER; ${change}; ALTER TABLE ${table} ENABLE TRIGGER USER;`

export const sql = `
UPDATE sessions SET state = ${STATE}, setup = ${SETUP}, revision = revision + 1, setup_revision = setup_revision + 1;
UPDATE compressions SET body = ${rename('body', [['"stage":"summarise"', '"stage":"summarize"']])};
${unlocked('reductions', `UPDATE reductions SET body = ${rename('body', [['"standIn":', '"placeholder":']])}`)}
${unlocked('cuts', `UPDATE cuts SET body = ${CUT}`)}
${unlocked('goals', `UPDATE goals SET body = ${GOAL}`)}
${unlocked('goal_acts', `UPDATE goal_acts SET body = ${GOAL}`)}
${unlocked('events', `UPDATE events SET type = 'messages-evicted' WHERE type = 'messages-set-aside'`)}
`
