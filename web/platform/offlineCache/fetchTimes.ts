// How old the content on the screen is: each part of the app that fetches content reports the age of its own.

/** Returns ms since 1970 of the oldest content on the screen; null if there is none. */
type Source = () => number | null

const sources: Source[] = []

export const registerFetchTime = (source: Source): void => void sources.push(source)

export function oldestFetchTime(): number | null {
  const times = sources.flatMap((source) => source() ?? [])
  return times.length > 0 ? Math.min(...times) : null
}
