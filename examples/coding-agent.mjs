// An agent that reads the files of a folder with tools. Large results and old tool calls leave the context by
// themselves; the model reads them back with the tools of the daemon.
// Usage: node examples/coding-agent.mjs FOLDER TASK …
import { readdir, readFile, realpath } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { chat, connect, CONTEXT_SIZE, MODEL } from './shared/connect.mjs'
import { use } from './shared/packages.mjs'

const { take } = await use('@palimpsest/client')

/** Model calls for one task. */
const STEPS_MAX = 50

const [folder, ...words] = process.argv.slice(2)
if (folder === undefined || words.length === 0) {
  console.error('Usage: node examples/coding-agent.mjs FOLDER TASK …')
  process.exit(2)
}
const root = await realpath(folder)
const tools = [
  tool('list_files', 'Lists a folder.', { path: { type: 'string' } }),
  tool('read_file', 'Reads a text file.', { path: { type: 'string' } }),
]
const client = await connect()
const session = await client.openSession({
  model: MODEL,
  contextSize: CONTEXT_SIZE,
  systemPrompt: `You answer questions about the files below ${root}. Use the tools; do not guess.`,
  tools,
  mode: 'DEVELOPER',
  goal: words.join(' '),
})
const params = { path: { sessionId: session.id } }
// Tools with which the model reads what a placeholder in its context names.
const reading = await take(
  client.api.GET('/v1/sessions/{sessionId}/tools', { params: { ...params, query: { format: 'ollama' } } }),
)
const readingNames = reading.tools.map((each) => each.function.name)
const allTools = [...tools, ...reading.tools]
// Placeholders name a reading tool only in sessions that have it.
await take(client.api.PATCH('/v1/sessions/{sessionId}', { params, body: { tools: allTools } }))

let added = [{ role: 'user', content: words.join(' ') }]
for (let step = 0; step < STEPS_MAX; step++) {
  await client.append(session.id, added, { format: 'ollama' })
  const context = await client.context(session.id, { format: 'ollama' })
  const { messages, options } = context
  const { message } = await chat({ messages, options, tools: allTools })
  const calls = message.tool_calls ?? []
  if (calls.length === 0) {
    await client.append(session.id, [message], { format: 'ollama' })
    console.log(message.content)
    console.log(context.contextStatus.display)
    process.exit(0)
  }
  added = [message]
  for (const { function: call } of calls) {
    console.log(`${call.name} ${JSON.stringify(call.arguments)}`)
    added.push({ role: 'tool', tool_name: call.name, content: await answer(call) })
  }
}
console.error(`No answer after ${STEPS_MAX} steps.`)
process.exitCode = 1

/** Returns the result of a call as text. A failure is a result too: the model can try something else. */
async function answer({ name, arguments: args }) {
  try {
    if (readingNames.includes(name)) {
      const body = { name, arguments: args }
      return (await take(client.api.POST('/v1/sessions/{sessionId}/tools/call', { params, body }))).content
    }
    const path = await realpath(resolve(join(root, String(args.path ?? '.'))))
    if (path !== root && !path.startsWith(root + sep)) throw new Error('The path is outside the folder.')
    if (name === 'list_files') return (await readdir(path)).join('\n')
    if (name === 'read_file') return await readFile(path, 'utf8')
    throw new Error(`No tool ${name}.`)
  } catch (error) {
    return `Error: ${error.message}`
  }
}

function tool(name, description, properties) {
  const parameters = { type: 'object', properties, required: Object.keys(properties) }
  return { type: 'function', function: { name, description, parameters } }
}
