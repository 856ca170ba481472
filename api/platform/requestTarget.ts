// Checks the target of a request before anything reads it: Node passes any text between method and version, and reading
// the host or path of a malformed one throws.

/** The path and query, also when a proxy sent the absolute address; null for anything else. */
export function requestTarget(target = ''): string | null {
  if (/^\/[!-"$-~]*$/.test(target)) return target
  if (!/^https?:\/\//i.test(target) || !URL.canParse(target)) return null
  const { pathname, search } = new URL(target)
  return pathname + search
}
