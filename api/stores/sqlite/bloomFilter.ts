// A Bloom filter with one hash function (B. Bloom, CACM 13(7), 1970) of the documents that a build has written: a new name
// can look written, a written one never looks new. Most documents of a build are new, and so need no read of the file.

const FILTER_BYTES = 2 ** 22

export interface BloomFilter {
  add(name: string): void
  mightContain(name: string): boolean
}

/** For a file whose documents are not known. */
export const matchesEverything: BloomFilter = { add: () => undefined, mightContain: () => true }

export function createBloomFilter(): BloomFilter {
  const bits = new Uint8Array(FILTER_BYTES)
  const hashOf = (name: string): number => {
    let hash = 0
    // From the end, because many names begin alike.
    for (let index = name.length - 1; index >= 0; index--)
      hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
    return (hash ^ (hash >>> 15)) >>> 0
  }
  return {
    add(name) {
      const hash = hashOf(name)
      bits[(hash >>> 3) % FILTER_BYTES]! |= 1 << (hash & 7)
    },
    mightContain(name) {
      const hash = hashOf(name)
      return (bits[(hash >>> 3) % FILTER_BYTES]! & (1 << (hash & 7))) !== 0
    },
  }
}
