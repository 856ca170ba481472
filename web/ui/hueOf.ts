// Derives a person's colour and a drawing's seed from an id, the same on every device.

/** One of the eight sender colours (tokens.css), by the high bits: the lowest three depend on the last letters alone. */
export const hueOf = (id: string): string => `var(--sender-${seedOf(id) >>> 29})`

/** FNV-1a, 32 bits, over the UTF-16 units. */
export function seedOf(id: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < id.length; i += 1) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
