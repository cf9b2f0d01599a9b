import { isObject } from '../../domain/json/json.js'
import type { Json, StoredMessage } from '../../domain/message.js'
import { readRaw } from './read-stored.js'

/** Returns when a message was sent: as the app says, or when it was stored. */
export async function timeOf({ raw, createdAt }: Pick<StoredMessage, 'raw' | 'createdAt'>): Promise<Date> {
  return givenTime(await readRaw(raw)) ?? createdAt
}

/** Returns when the app says that the message was sent; null: it does not. */
export function givenTime(value: Json): Date | null {
  const given = isObject(value) && typeof value.timestamp === 'string' ? new Date(value.timestamp) : null
  return given && !Number.isNaN(given.getTime()) ? given : null
}
