/** Programs put elements around the words of a person, and others before them: the environment, reminders, open files. */

/** Names of the elements for what a person wrote, in lower case and without `_` and `-`. */
const OF_PERSON = new Set(
  'task question feedback answer request userquery userrequest usermessage userprompt userinput commandargs'.split(' '),
)
const OPEN = /^(?:#{1,6} [^\n]{1,200}\n\s{0,20})?<([a-z][\w-]{0,60})(?:\s[^<>]{0,400})?>/i
/** An element that says whose words it has, on a row of its own behind other text of the program. */
const INSIDE = /^<(user[\w-]{0,60})>[ \t]*$/gim
/** Elements that are looked at. */
const MAX_ELEMENTS = 40

/** Returns the words of a person in a text of the user role, as far as elements mark them. Empty: there are none. */
export function personWords(text: string): string {
  for (const found of text.matchAll(INSIDE))
    if (isOfPerson(found[1]!)) {
      const inside = insideOf(text.slice(found.index + found[0].length), found[1]!)
      if (inside.trim() !== '') return inside.trim()
    }
  let rest = text.trim()
  for (let count = 0; count < MAX_ELEMENTS; count++) {
    const open = OPEN.exec(rest)
    if (!open) return rest
    const name = open[1]!
    const after = rest.slice(open[0].length)
    if (isOfPerson(name)) {
      const inside = insideOf(after, name).trim()
      if (inside !== '') return inside
    }
    const end = closeOf(after, name)
    // An element that is never closed is plain text.
    if (end === null) return rest
    rest = after.slice(end.to).trim()
  }
  return rest
}

/** Whether a text begins with an element, so that a program may have written it. */
export const beginsWithElement = (text: string): boolean => OPEN.test(text.trimStart())

function isOfPerson(name: string): boolean {
  return OF_PERSON.has(name.toLowerCase().replaceAll('_', '').replaceAll('-', ''))
}

function insideOf(after: string, name: string): string {
  return after.slice(0, closeOf(after, name)?.from)
}

function closeOf(after: string, name: string): { from: number; to: number } | null {
  const close = `</${name}>`
  const from = after.indexOf(close)
  return from < 0 ? null : { from, to: from + close.length }
}
