// Replaces tough-cookie, MSW's dependency for cookies: its list of public suffixes is larger than the rest of the demo,
// whose requests carry a token and no cookies.

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
