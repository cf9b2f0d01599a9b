/**
 * Whether an answer came from another model that the server has. Some servers answer with the model that is loaded,
 * whatever the request names. A name that contains the other is the same model: hosted servers add a date or a vendor.
 * A name that the server does not list is no model of its own, but how it calls this one.
 */
export function isOtherModel(
  requested: string,
  answered: string,
  listed: readonly { name: string; alias?: string }[],
): boolean {
  const own = listed.find(({ name, alias }) => name === requested || alias === requested)
  const names = [requested, own?.name, own?.alias].flatMap((name) => (name ? [name.toLowerCase()] : []))
  const other = answered.toLowerCase()
  if (names.some((name) => name.includes(other) || other.includes(name))) return false
  return listed.some(({ name, alias }) => name.toLowerCase() === other || alias?.toLowerCase() === other)
}
