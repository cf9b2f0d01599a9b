/** Returns the key of one part of one message. */
export function partKey(seq: number, part: number): string {
  return `${seq}/${part}`
}
