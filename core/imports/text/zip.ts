// Reads and writes ZIP files. A reader takes stored and deflated entries of any tool, and refuses what could fill the
// memory: declared sizes are added up before anything is unpacked, and no entry may unpack to more than it declares.

import { Inflate, zipSync } from 'fflate'

export const zipLimits = {
  entries: 5000,
  /** Unpacked bytes of all packed entries; stored ones are parts of the file, and take no memory of their own. */
  bytes: 64 * 1024 * 1024,
} as const

/** Path → content, in the order of the file. */
export type ZipFiles = ReadonlyMap<string, Uint8Array>

/** Any ZIP file has to begin with this. */
export const ZIP_MARK = [0x50, 0x4b, 0x03, 0x04] as const

const DAMAGED = 'The ZIP file is damaged or cut off.'

/**
 * The same files give the same bytes: every entry has the first date that the format knows.
 * @param stored those that are not packed, because they are small already
 */
export function writeZip(packed: ZipFiles, stored: ZipFiles = new Map()): Uint8Array {
  const entries = [
    ...packed,
    ...[...stored].map(
      ([path, bytes]) => [path, [bytes, { level: 0 }]] as [string, [Uint8Array, { level: 0 }]],
    ),
  ]
  // The format has no time zone, so a date in local time is the same everywhere.
  return zipSync(Object.fromEntries(entries), { level: 9, mtime: new Date(1980, 0, 1) })
}

/** @returns why it cannot be read, as a string */
export function readZip(bytes: Uint8Array): ZipFiles | string {
  const entries = entriesOf(bytes)
  if (typeof entries === 'string') return entries
  if (entries.length > zipLimits.entries) return `The ZIP file has more than ${zipLimits.entries} files.`
  const declared = entries.reduce((sum, { size, isDeflated }) => sum + (isDeflated ? size : 0), 0)
  if (declared > zipLimits.bytes)
    return `The ZIP file unpacks to more than ${zipLimits.bytes / 1024 / 1024} MB.`
  const files = new Map<string, Uint8Array>()
  for (const entry of entries) {
    const { path } = entry
    if (path.endsWith('/')) continue
    if (files.has(path)) return `The ZIP file has two files named “${shown(path)}”.`
    const unpacked = unpack(entry)
    if (typeof unpacked === 'string') return unpacked
    files.set(path, unpacked)
  }
  return files
}

interface Entry {
  path: string
  packed: Uint8Array
  isDeflated: boolean
  /** As declared. */
  size: number
}

const DIRECTORY_END = 0x06054b50
const DIRECTORY_END_BYTES = 22
const COMMENT_MAX = 0xffff
const DIRECTORY_ENTRY = 0x02014b50
const DIRECTORY_ENTRY_BYTES = 46
const LOCAL_ENTRY = 0x04034b50
const LOCAL_ENTRY_BYTES = 30

/** Of the directory at the end of the file. What only the entries themselves say is ignored, as by every tool. */
function entriesOf(bytes: Uint8Array): Entry[] | string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = directoryEnd(view)
  if (end === null) return DAMAGED
  const entries: Entry[] = []
  let offset = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (offset + DIRECTORY_ENTRY_BYTES > end || view.getUint32(offset, true) !== DIRECTORY_ENTRY)
      return DAMAGED
    const nameLength = view.getUint16(offset + 28, true)
    const name = bytes.subarray(offset + DIRECTORY_ENTRY_BYTES, offset + DIRECTORY_ENTRY_BYTES + nameLength)
    const entry = entryAt(view, offset, new TextDecoder().decode(name))
    if (typeof entry === 'string') return entry
    entries.push(entry)
    offset +=
      DIRECTORY_ENTRY_BYTES +
      nameLength +
      view.getUint16(offset + 30, true) +
      view.getUint16(offset + 32, true)
  }
  return entries
}

function directoryEnd(view: DataView): number | null {
  const last = view.byteLength - DIRECTORY_END_BYTES
  for (let offset = last; offset >= Math.max(0, last - COMMENT_MAX); offset -= 1)
    if (view.getUint32(offset, true) === DIRECTORY_END) return offset
  return null
}

function entryAt(view: DataView, offset: number, path: string): Entry | string {
  const [flags, method] = [view.getUint16(offset + 8, true), view.getUint16(offset + 10, true)]
  const [packedSize, size] = [view.getUint32(offset + 20, true), view.getUint32(offset + 24, true)]
  const local = view.getUint32(offset + 42, true)
  if (flags & 1) return 'The ZIP file is protected by a password.'
  if (method !== 0 && method !== 8) return `“${shown(path)}” in the ZIP file is packed in an unknown way.`
  if (path.startsWith('/') || path.split(/[/\\]/).includes('..'))
    return `The ZIP file has a file outside its folder: “${shown(path)}”.`
  if (local + LOCAL_ENTRY_BYTES > view.byteLength || view.getUint32(local, true) !== LOCAL_ENTRY)
    return DAMAGED
  const start =
    local + LOCAL_ENTRY_BYTES + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
  if (start + packedSize > view.byteLength) return DAMAGED
  const packed = new Uint8Array(view.buffer, view.byteOffset + start, packedSize)
  return { path, packed, isDeflated: method === 8, size }
}

/** Small enough that a bomb is noticed before it is large: deflate multiplies by 1,032 at most. */
const PACKED_AT_ONCE = 8 * 1024

function unpack({ path, packed, isDeflated, size }: Entry): Uint8Array | string {
  const damaged = `“${shown(path)}” in the ZIP file is damaged.`
  if (!isDeflated) return packed.length === size ? packed : damaged
  const unpacked = new Uint8Array(size)
  let length = 0
  const inflate = new Inflate((part) => {
    if (length + part.length > size) throw new RangeError('More than declared')
    unpacked.set(part, length)
    length += part.length
  })
  try {
    for (let offset = 0; offset < packed.length; offset += PACKED_AT_ONCE)
      inflate.push(packed.subarray(offset, offset + PACKED_AT_ONCE), offset + PACKED_AT_ONCE >= packed.length)
  } catch {
    return damaged
  }
  return length === size ? unpacked : damaged
}

const shown = (path: string): string => path.slice(0, 80)
