/** Returns for each place of a list how many items from there on are those that another list begins with. Takes time in proportion to both,
 * also where all items are equal (the Z algorithm, Gusfield 1997). */
export function prefixLengths(items: readonly unknown[], head: readonly unknown[]): number[] {
  const all = [...head, Symbol('end of the head'), ...items]
  const lengths = [0]
  // What was compared reaches furthest from `from` to `to`: it is equal to the beginning.
  let [from, to] = [0, 0]
  for (let at = 1; at < all.length; at++) {
    let length = at < to ? Math.min(to - at, lengths[at - from]!) : 0
    while (at + length < all.length && all[length] === all[at + length]) length += 1
    lengths.push(length)
    if (at + length > to) [from, to] = [at, at + length]
  }
  return lengths.slice(head.length + 1)
}
