// The schema of an expense's link to its receipt.

import * as v from 'valibot'
import { hasControls, isWebLink } from '#core/kernel/webLink.ts'

export const RECEIPT_URL_IS_INVALID = 'Receipt URL must be a valid HTTP/HTTPS URL'

/** Absent, null, '' and blanks are null; else the link as written, trimmed. */
export const receiptUrl = v.nullish(
  v.pipe(
    v.string(RECEIPT_URL_IS_INVALID),
    v.rawTransform<string, string | null>(({ dataset, addIssue, NEVER }) => {
      // Checked before trim(), which removes line feeds and tabs as silently as `new URL` does.
      const link = hasControls(dataset.value) ? dataset.value : dataset.value.trim()
      if (link === '') return null
      if (isWebLink(link)) return link
      addIssue({ message: RECEIPT_URL_IS_INVALID })
      return NEVER
    }),
  ),
  '',
)
