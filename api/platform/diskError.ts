// Tells an error of the disk, or of access to a file on it, from everything else. What is on the disk may be whole then, so
// none of these texts calls it damaged or advises to replace it.

const FULL = 'the disk is full'
const READ_ONLY = 'the disk or the file is read-only'
const FAILED = 'the disk failed to read or write, or is full'
const CANNOT_OPEN = 'the file or one beside it cannot be opened or created, as on a read-only disk'
const FORBIDDEN = 'this user may not read or write it'
const IN_USE = 'another process is using it'

/** By SQLite's basic code, and by Node's code of a system error. */
const TEXTS = new Map<unknown, string>([
  [3, FORBIDDEN],
  ['EACCES', FORBIDDEN],
  ['EPERM', FORBIDDEN],
  [5, IN_USE],
  [6, IN_USE],
  ['EBUSY', IN_USE],
  [8, READ_ONLY],
  ['EROFS', READ_ONLY],
  [10, FAILED],
  ['EIO', FAILED],
  [13, FULL],
  ['ENOSPC', FULL],
  ['EDQUOT', FULL],
  ['EFBIG', FULL],
  [14, CANNOT_OPEN],
  ['EISDIR', CANNOT_OPEN],
  ['ENOTDIR', CANNOT_OPEN],
  ['EMFILE', CANNOT_OPEN],
  ['ENFILE', CANNOT_OPEN],
])

export const isDiskError = (error: unknown): boolean => textOf(error) !== undefined

/** The error for an operator: for one of the disk a sentence, and the error itself behind it. */
export function errorText(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const text = textOf(error)
  return text === undefined ? message : `${text} (${message})`
}

/** SQLite's basic code is the low byte of an extended one; 0 without one. */
export function sqliteCodeOf(error: unknown): number {
  const code = (error as { errcode?: unknown } | null)?.errcode
  return typeof code === 'number' ? code & 0xff : 0
}

function textOf(error: unknown): string | undefined {
  return TEXTS.get(sqliteCodeOf(error)) ?? TEXTS.get((error as { code?: unknown } | null)?.code)
}
