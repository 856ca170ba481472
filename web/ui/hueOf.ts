/**
 * Which of the eight sender colours (tokens.css, --sender-0 … 7) belongs to an id: the same on every device, so
 * a person keeps their colour. FNV-1a 32 (Fowler, Noll, Vo) over the UTF-16 units; its high bits, since the lowest
 * three know of each sign its lowest three alone.
 */
export function hueOf(id: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < id.length; i += 1) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193)
  return `var(--sender-${hash >>> 29})`
}
