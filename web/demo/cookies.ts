// In the place of tough-cookie, which MSW brings to answer with cookies: its list of all public suffixes alone is more
// than all the rest of the demo, and the calls carry a token.

export class MemoryCookieStore {
  idx: unknown = {}
}

export class CookieJar {
  getCookiesSync(): [] {
    return []
  }

  async setCookie(): Promise<void> {}
}

export const Cookie = { fromJSON: () => null }
