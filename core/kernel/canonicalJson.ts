// Writes a value as the same JSON whatever the order of its keys, so that a hash of the text identifies the value.

/** Deeper than any body (20) or event; also ends a value that contains itself. */
const MAX_DEPTH = 64

/**
 * The canonical form of RFC 8785: keys in order of their UTF-16 units, no white space, numbers and strings as
 * ECMAScript writes them. One departure: a lone surrogate is written as its `\udXXX` escape instead of being refused,
 * so the digest of a request never fails before validation can name the field.
 * @throws TypeError for anything JSON would drop or change: undefined, NaN, a Date, a function, a hole
 */
export function canonicalJson(value: unknown): string {
  return write(value, 0)
}

function write(value: unknown, depth: number): string {
  if (typeof value === 'string') return quote(value)
  // -0 is written 0, by String as by RFC 8785.
  if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return String(value)
  if (typeof value !== 'object') throw new TypeError(`This ${typeof value} has no place in JSON`)
  if (depth === MAX_DEPTH) throw new TypeError(`JSON deeper than ${MAX_DEPTH} levels`)
  return Array.isArray(value) ? writeArray(value, depth + 1) : writeObject(value, depth + 1)
}

function writeArray(items: readonly unknown[], depth: number): string {
  let text = '['
  for (let index = 0; index < items.length; index++) {
    if (index > 0) text += ','
    text += write(items[index], depth)
  }
  return text + ']'
}

function writeObject(object: object, depth: number): string {
  const kind: unknown = Object.getPrototypeOf(object)
  if (kind !== Object.prototype && kind !== null)
    throw new TypeError('Only plain objects have a place in JSON')
  let text = '{'
  for (const key of Object.keys(object).toSorted()) {
    if (text.length > 1) text += ','
    text += quote(key) + ':' + write((object as Record<string, unknown>)[key], depth)
  }
  return text + '}'
}

// Most strings need no escapes, and this test is faster than JSON.stringify: it saves a third of the time of an event.
function quote(text: string): string {
  return /^[ !#-[\]-~]*$/.test(text) ? `"${text}"` : JSON.stringify(text)
}
