// Checks links that people enter for others to open: those of receipts, photos, files and messages. The server stores them
// as text and never fetches them. A link must lead to the web, to the host that it displays.

/** UTF-16 units. */
const MAX_LENGTH = 2048

// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f]/

export const hasControls = (text: string): boolean => CONTROLS.test(text)

/** http or https, a host, no credentials, and nothing that a browser reads otherwise than a person. */
export function isWebLink(link: string): boolean {
  if (link.length > MAX_LENGTH || !link.isWellFormed()) return false
  if (hasControls(link) || link.includes('\\')) return false
  const authority = /^https?:\/\/([^/?#]+)/i.exec(link)?.[1]
  return authority !== undefined && !authority.includes('@') && URL.canParse(link)
}
