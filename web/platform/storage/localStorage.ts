// Local storage that never throws: a browser may forbid it to a page, or have no space left. For a document that stores
// nothing, as the demo, the values last as long as the page.

/** Declared by the document: `<html data-keeps="nothing">`. Elsewhere than in a browser there is no document. */
export const storesNothing =
  typeof document !== 'undefined' && document.documentElement.dataset['keeps'] === 'nothing'

const memory = new Map<string, string>()

/** @returns null if `work` threw */
export function attempt<Result>(work: () => Result): Result | null {
  try {
    return work()
  } catch {
    return null
  }
}

export const readItem = (key: string): string | null =>
  storesNothing ? (memory.get(key) ?? null) : attempt(() => localStorage.getItem(key))

/** @returns whether the value is stored */
export const writeItem = (key: string, value: string): boolean =>
  attempt(() => (storesNothing ? memory.set(key, value) : localStorage.setItem(key, value))) !== null

export const removeStored = (key: string): void =>
  void attempt(() => (storesNothing ? memory.delete(key) : localStorage.removeItem(key)))

export const keysWith = (prefix: string): string[] =>
  (attempt(() => (storesNothing ? [...memory.keys()] : Object.keys(localStorage))) ?? []).filter((key) =>
    key.startsWith(prefix),
  )
