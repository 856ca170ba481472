// Recalls which documents a build has written, in few bytes: most documents of a build are new, and need no look in the
// file. It may take a new name for one of those, never the other way around.

const FILTER_BYTES = 2 ** 22

export interface NameFilter {
  add(name: string): void
  mayHave(name: string): boolean
}

/** For a file with unknown documents. */
export const everyName: NameFilter = { add: () => undefined, mayHave: () => true }

export function createNameFilter(): NameFilter {
  const bits = new Uint8Array(FILTER_BYTES)
  const hashOf = (name: string): number => {
    let hash = 0
    // The start of a name is that of many others.
    for (let at = name.length - 1; at >= 0; at--) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193)
    return (hash ^ (hash >>> 15)) >>> 0
  }
  return {
    add(name) {
      const hash = hashOf(name)
      bits[(hash >>> 3) % FILTER_BYTES]! |= 1 << (hash & 7)
    },
    mayHave(name) {
      const hash = hashOf(name)
      return (bits[(hash >>> 3) % FILTER_BYTES]! & (1 << (hash & 7))) !== 0
    },
  }
}
