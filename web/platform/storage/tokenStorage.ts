// Where the page stores its token: in local storage (spec §9), for all tabs of the browser. A document that stores nothing,
// as the demo, has a token of its own in memory and leaves the stored one alone.

import { readItem, removeStored, storesNothing, writeItem } from '#web/platform/storage/localStorage.ts'

const tokenKey = 'token'

interface TokenStorage {
  get(): string | null
  set(token: string): void
  remove(): void
  /** Another tab signed in, or out (null), perhaps while this page was in the back/forward cache. */
  onChangeElsewhere(listener: (token: string | null) => void): void
}

export const tokenStorage: TokenStorage = storesNothing ? memoryTokenStorage() : localTokenStorage()

/** Without local storage, or without space in it, the token lasts as long as the page. */
function localTokenStorage(): TokenStorage {
  const memory = memoryTokenStorage()
  const get = () => memory.get() ?? readItem(tokenKey)
  return {
    get,
    set(token) {
      if (writeItem(tokenKey, token)) memory.remove()
      else memory.set(token)
    },
    remove() {
      memory.remove()
      removeStored(tokenKey)
    },
    onChangeElsewhere(listener) {
      addEventListener('storage', ({ key, newValue }) => {
        if (key === tokenKey) listener(newValue)
      })
      // A page in the back/forward cache gets no storage events.
      addEventListener('pageshow', ({ persisted }) => persisted && listener(get()))
    },
  }
}

function memoryTokenStorage(): TokenStorage {
  let stored: string | null = null
  return {
    get: () => stored,
    set: (token) => void (stored = token),
    remove: () => void (stored = null),
    onChangeElsewhere: () => undefined,
  }
}
