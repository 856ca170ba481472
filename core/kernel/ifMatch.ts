// Parses the If-Match header, whose entity tags are revisions: for the server and the demo.

/**
 * @param header '' or null when the request has none
 * @returns the revision of `"7"`, `W/"7"` or `7`; undefined without a condition (`*` matches each); null when malformed
 */
export function parseIfMatch(header: string | null): number | undefined | null {
  if (header === null || header === '' || header === '*') return undefined
  const revision = /^(?:W\/)?"(\d{1,15})"$/.exec(header)?.[1] ?? /^\d{1,15}$/.exec(header)?.[0]
  return revision === undefined ? null : Number(revision)
}
