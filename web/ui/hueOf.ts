// The index of an id's colour among the eight sender colours (tokens.css, --sender-0 … 7): the same on every device. FNV-1a
// 32 over the UTF-16 units; its high bits, because its lowest three bits depend only on the lowest three of each unit.

export function hueOf(id: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < id.length; i += 1) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193)
  return `var(--sender-${hash >>> 29})`
}
