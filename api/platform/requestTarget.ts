// Checks the target of a request before anything reads it: Node passes any text between method and version, and reading
// the host or path of a malformed one throws.

/** The path and query, also when a proxy sent the absolute address; null for anything else. */
export function requestTarget(given = ''): string | null {
  if (/^\/[!-"$-~]*$/.test(given)) return given
  if (!/^https?:\/\//i.test(given) || !URL.canParse(given)) return null
  const { pathname, search } = new URL(given)
  return pathname + search
}
