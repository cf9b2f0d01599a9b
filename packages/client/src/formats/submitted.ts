/** Messages as they are sent: JSON values, and, where a program appended a whole response, its messages. */

type Members = Readonly<Record<string, unknown>>

/** Returns the messages with images as Base64, as the API of Ollama takes them. */
export function asJson(messages: readonly object[]): object[] {
  return messages.map((message) => {
    const { images, message: inner } = message as Members
    if (isObject(inner) && hasBytes(inner.images))
      return { ...message, message: { ...inner, images: inner.images.map(base64) } }
    return hasBytes(images) ? { ...message, images: images.map(base64) } : message
  })
}

/** Returns the messages in a list of messages and responses, as the daemon reduces them: the model gets no response object. */
export function messagesIn(given: readonly object[]): object[] {
  return given.flatMap((value) => {
    const { object, choices, output, message, done, type, content, role, usage } = value as Members
    if (object === 'chat.completion' && Array.isArray(choices)) {
      const [first] = choices as unknown[]
      return isObject(first) && isObject(first.message) ? [first.message] : []
    }
    if (object === 'response' && Array.isArray(output)) return output as object[]
    if (typeof done === 'boolean' && isObject(message)) return [message]
    return type === 'message' && isObject(usage) ? [{ role, content }] : [value]
  })
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null
}

function hasBytes(images: unknown): images is readonly unknown[] {
  return Array.isArray(images) && images.some((image) => image instanceof Uint8Array)
}

function base64(image: unknown): unknown {
  if (!(image instanceof Uint8Array)) return image
  let text = ''
  for (const byte of image) text += String.fromCharCode(byte)
  return btoa(text)
}
