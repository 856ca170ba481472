// How old what is on the screen is: each part of the app that holds readings says so of its own.

/** Milliseconds since 1970 of the oldest reading on screen; null for none. */
type Source = () => number | null

const sources: Source[] = []

export const registerAge = (source: Source): void => void sources.push(source)

export function oldestShownAt(): number | null {
  const times = sources.flatMap((source) => source() ?? [])
  return times.length > 0 ? Math.min(...times) : null
}
