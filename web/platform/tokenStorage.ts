// Where this page keeps its token: local storage under the key of spec §9, for all tabs of the browser. A document that
// keeps nothing, as the demo, has its own in memory: it neither sees nor touches who is signed in here.

const tokenKey = 'token'

/** Said by the document itself: `<html data-keeps="nothing">`. */
export const storesNothing = document.documentElement.dataset['keeps'] === 'nothing'

interface KeptToken {
  get(): string | null
  set(token: string): void
  remove(): void
  /** Another tab signed in, or out (null). */
  onChangeElsewhere(listener: (token: string | null) => void): void
}

export const tokenStorage: KeptToken = storesNothing ? forThisPage() : forAllTabs()

/** Where the browser keeps nothing for the page, or has no room for more, it lasts as long as the page. */
function forAllTabs(): KeptToken {
  const here = forThisPage()
  return {
    get: () => here.get() ?? attempt(() => localStorage.getItem(tokenKey)),
    set(token) {
      here.set(token)
      attempt(() => {
        localStorage.setItem(tokenKey, token)
        here.remove()
      })
    },
    remove() {
      here.remove()
      attempt(() => localStorage.removeItem(tokenKey))
    },
    onChangeElsewhere(listener) {
      addEventListener('storage', ({ key, newValue }) => {
        if (key === tokenKey) listener(newValue)
      })
    },
  }
}

function attempt<Result>(work: () => Result): Result | null {
  try {
    return work()
  } catch {
    return null
  }
}

function forThisPage(): KeptToken {
  let kept: string | null = null
  return {
    get: () => kept,
    set: (token) => void (kept = token),
    remove: () => void (kept = null),
    onChangeElsewhere: () => undefined,
  }
}
