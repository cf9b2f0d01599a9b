/** Values from this size on, in bytes, go to the socket as they are. */
const LARGE_BYTES = 262_144
const INT32_BYTES = 4
const NULL = int32(-1)
/** All columns of the answer come as text: one format code, zero. */
const TEXT_ANSWER = Buffer.from([0, 1, 0, 0])

/** Returns the message of the Postgres protocol that gives a statement its values, in pieces, with large values
 * themselves among them; null: the driver may write it, because no value is large. The driver copies each value several
 * times, without a pause. [T1] See "Bind" in "Message Formats" of the Postgres manual.
 * @param statement name of the prepared statement; empty: the statement without a name
 * @param values encoded: texts are sent as text, bytes as binary */
export function largeBind(statement: string, values: readonly unknown[]): Buffer[] | null {
  if (!values.some((value) => Buffer.isBuffer(value) && value.length >= LARGE_BYTES)) return null
  const pieces = [
    Buffer.from(`\0${statement}\0`),
    int16(values.length),
    ...values.map((value) => int16(Buffer.isBuffer(value) ? 1 : 0)),
    int16(values.length),
    ...values.flatMap(valuePieces),
    TEXT_ANSWER,
  ]
  const bytes = pieces.reduce((sum, { length }) => sum + length, INT32_BYTES)
  return joinedSmall([Buffer.from('B'), int32(bytes), ...pieces])
}

function valuePieces(value: unknown): Buffer[] {
  if (value === null || value === undefined) return [NULL]
  const bytes = Buffer.isBuffer(value) ? value : Buffer.from(String(value))
  return [int32(bytes.length), bytes]
}

/** Joins the small pieces between large ones: each piece costs a part of a system call. */
function joinedSmall(pieces: readonly Buffer[]): Buffer[] {
  const joined: Buffer[] = []
  let small: Buffer[] = []
  for (const piece of pieces) {
    if (piece.length < LARGE_BYTES) {
      small.push(piece)
      continue
    }
    joined.push(Buffer.concat(small), piece)
    small = []
  }
  return [...joined, Buffer.concat(small)]
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(INT32_BYTES)
  bytes.writeInt32BE(value)
  return bytes
}
