// A chat in the terminal on a local model, of any length, that goes on while the daemon restarts.
// Usage: node examples/chat-loop.mjs [THREAD]. The same thread continues the same conversation.
import { createInterface } from 'node:readline/promises'
import { chat, connect, CONTEXT_SIZE, MODEL } from './shared/connect.mjs'

const client = await connect()
const conversation = client.conversation({
  format: 'ollama',
  session: {
    externalId: `chat-loop:${process.argv[2] ?? new Date().toISOString()}`,
    model: MODEL,
    contextSize: CONTEXT_SIZE,
    systemPrompt: 'You are a helpful assistant.',
  },
})
const terminal = createInterface({ input: process.stdin, output: process.stdout, prompt: '> ' })
let isOpen = true
terminal.once('close', () => (isOpen = false))
let answered = []
let promptTokens
terminal.prompt()
for await (const line of terminal) {
  if (line.trim() !== '') await say(line)
  // The input may have ended during the answer.
  if (isOpen) terminal.prompt()
}
// The last answer is not stored yet.
if (answered.length > 0) await conversation.appendAndContext(answered, { promptTokens })
await conversation.close()

async function say(text) {
  const context = await conversation.appendAndContext([...answered, { role: 'user', content: text }], { promptTokens })
  const reply = await chat({ messages: context.messages, options: context.options })
  answered = [reply.message]
  // Only a context of the daemon teaches it how the model counts.
  promptTokens = context.source === 'daemon' ? reply.promptTokens : undefined
  console.log(reply.message.content)
  console.log(context.reply?.contextStatus.display ?? `Local window: ${context.tokens} of ${context.limit} tokens`)
}
