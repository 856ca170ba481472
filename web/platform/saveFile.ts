// Downloads a text or bytes as a file.

export function saveFile(name: string, type: string, content: string | Uint8Array): void {
  const url = URL.createObjectURL(new Blob([content as BlobPart], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Safari reads the URL after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
