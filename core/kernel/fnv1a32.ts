// A small, fast hash that gives the same number on every machine. It decides who pays a leftover cent, so it must never
// change. It is not for security.

const encoder = new TextEncoder()
const START = 0x811c9dc5
const PRIME = 0x01000193

/**
 * FNV-1a, 32 bits, of the UTF-8 bytes of `text`: an integer from 0 to 2^32 - 1.
 * Source: Fowler, Noll, Vo, Eastlake, "The FNV Non-Cryptographic Hash Algorithm", RFC 9923.
 * @param from the hash of what stands before the text, to go on from there
 */
export function fnv1a32(text: string, from = START): number {
  let hash = from
  for (let offset = 0; offset < text.length; offset++) {
    const code = text.charCodeAt(offset)
    // Ids are ASCII, where a character is a byte; encoding them first takes longer than hashing them.
    if (code > 0x7f) return ofBytes(encoder.encode(text), from)
    hash = Math.imul(hash ^ code, PRIME)
  }
  return hash >>> 0
}

function ofBytes(bytes: Uint8Array, from: number): number {
  let hash = from
  for (const byte of bytes) hash = Math.imul(hash ^ byte, PRIME)
  return hash >>> 0
}
