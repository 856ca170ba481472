// Downloads a text or bytes as a file.

/** A name valid on any file system: letters, digits, dots and hyphens, at most 60 characters before the extension. */
export function exportFileName(
  extension: 'csv' | 'html' | 'json' | 'zip',
  ...parts: readonly string[]
): string {
  const name = parts
    .join('-')
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return `${Array.from(name).slice(0, 60).join('').replace(/-+$/, '') || 'export'}.${extension}`
}

export function saveFile(name: string, type: string, content: string | Uint8Array): void {
  const url = URL.createObjectURL(new Blob([content as BlobPart], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Safari reads the URL after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
