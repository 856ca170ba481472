// Local storage that never throws: a browser may forbid it to a page, or have no space left.

/** @returns null if `work` threw */
export function attempt<Result>(work: () => Result): Result | null {
  try {
    return work()
  } catch {
    return null
  }
}

export const readItem = (key: string): string | null => attempt(() => localStorage.getItem(key))

/** @returns whether the value is stored */
export const writeItem = (key: string, value: string): boolean =>
  attempt(() => localStorage.setItem(key, value)) !== null

export const removeStored = (key: string): void => void attempt(() => localStorage.removeItem(key))

export const keysWith = (prefix: string): string[] =>
  attempt(() => Object.keys(localStorage).filter((key) => key.startsWith(prefix))) ?? []
