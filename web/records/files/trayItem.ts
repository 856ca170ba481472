// A photo or PDF file that was chosen for the next message, or for a record in its form.

import type { AttachedFile } from '#core/kernel/files.ts'

export interface TrayItem {
  key: string
  /** Null while it is made small, and of one that cannot be sent. */
  file: AttachedFile | null
  /** Why it cannot be sent. */
  error: string | null
}

export const isPreparing = ({ file, error }: TrayItem): boolean => file === null && error === null

/** Those that are taken along; the others say "Not sent" in the tray. */
export const readyFiles = (items: readonly TrayItem[]): AttachedFile[] =>
  items.flatMap(({ file, error }) => (file && error === null ? file : []))
