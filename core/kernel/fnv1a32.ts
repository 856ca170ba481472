// A small, fast, public hash that gives the same number on every machine. It decides who carries a leftover
// cent, so it must never change; it protects nothing and must not be used to.

const encoder = new TextEncoder()

/**
 * FNV-1a, 32 bits, of the UTF-8 bytes of `text`: an integer from 0 to 2^32 - 1.
 * Source: Fowler, Noll, Vo, Eastlake, "The FNV Non-Cryptographic Hash Algorithm", RFC 9923.
 */
export function fnv1a32(text: string): number {
  let hash = 0x811c9dc5
  for (const byte of encoder.encode(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}
