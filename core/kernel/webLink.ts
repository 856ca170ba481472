// Checks links that people enter for others to open: those of receipts, photos and files. The server stores them as text and
// never fetches them. A link must lead to the web, to the host that it displays.

import * as v from 'valibot'

export const RECEIPT_URL_IS_INVALID = 'Receipt URL must be a valid HTTP/HTTPS URL'

/** In UTF-16 units. */
const MAX_LENGTH = 2048

// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f]/

/** Absent, null, '' and blanks are null; else the link as written, trimmed. */
export const receiptUrl = v.nullish(
  v.pipe(
    v.string(RECEIPT_URL_IS_INVALID),
    v.rawTransform<string, string | null>(({ dataset, addIssue, NEVER }) => {
      // Checked before trim(), which removes line feeds and tabs as silently as `new URL` does.
      const link = CONTROLS.test(dataset.value) ? dataset.value : dataset.value.trim()
      if (link === '') return null
      if (isWebLink(link)) return link
      addIssue({ message: RECEIPT_URL_IS_INVALID })
      return NEVER
    }),
  ),
  '',
)

/** http or https, a host, no credentials, and nothing that a browser reads otherwise than a person. */
export function isWebLink(link: string): boolean {
  if (link.length > MAX_LENGTH || !link.isWellFormed()) return false
  if (CONTROLS.test(link) || link.includes('\\')) return false
  const authority = /^https?:\/\/([^/?#]+)/i.exec(link)?.[1]
  return authority !== undefined && !authority.includes('@') && URL.canParse(link)
}
