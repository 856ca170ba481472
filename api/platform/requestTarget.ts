// The target of a request, checked before anything reads it: Node hands on whatever stood between method and version,
// and who asks for the host or the path of what is no address gets an exception.

/** A path and a query as servers are sent them, also where a proxy wrote the whole address; null for anything else. */
export function requestTarget(given = ''): string | null {
  if (/^\/[!-"$-~]*$/.test(given)) return given
  if (!/^https?:\/\//i.test(given) || !URL.canParse(given)) return null
  const { pathname, search } = new URL(given)
  return pathname + search
}
