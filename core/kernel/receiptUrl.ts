// A receipt's link is stored as text and opened by whoever clicks it; the server never fetches it. So it must go to
// the web, and to where it looks like it goes.

import * as v from 'valibot'

export const RECEIPT_URL_IS_INVALID = 'Receipt URL must be a valid HTTP/HTTPS URL'

/** In UTF-16 units. */
const MAX_LENGTH = 2048

// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f]/

/** Absent, null, '' and blanks are null; else the link as written, outer spaces trimmed. */
export const receiptUrl = v.nullish(
  v.pipe(
    v.string(RECEIPT_URL_IS_INVALID),
    v.rawTransform<string, string | null>(({ dataset, addIssue, NEVER }) => {
      // Before trim(), which takes line feeds and tabs away as silently as `new URL` does.
      const link = CONTROLS.test(dataset.value) ? dataset.value : dataset.value.trim()
      if (link === '') return null
      if (isWebLink(link)) return link
      addIssue({ message: RECEIPT_URL_IS_INVALID })
      return NEVER
    }),
  ),
  '',
)

/** http or https, a host, no credentials, nothing that a browser would read otherwise than a person does. */
export function isWebLink(link: string): boolean {
  if (link.length > MAX_LENGTH || !link.isWellFormed()) return false
  if (CONTROLS.test(link) || link.includes('\\')) return false
  const authority = /^https?:\/\/([^/?#]+)/i.exec(link)?.[1]
  return authority !== undefined && !authority.includes('@') && URL.canParse(link)
}
