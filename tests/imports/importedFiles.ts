// Reads sample files and invented texts, and shows the result by the names of its people.

import { readFileSync } from 'node:fs'
import { balancesOfRecords } from '#core/imports/balances.ts'
import { readImportFile } from '#core/imports/readImportFile.ts'
import type { ParsedFile, ImportedBalances, ReadOptions } from '#core/imports/parsedFile.ts'

export const sampleBytes = (name: string): Uint8Array => readFileSync(`tests/imports/samples/${name}`)

export const sampleText = (name: string): string => readFileSync(`tests/imports/samples/${name}`, 'utf8')

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** UTF-16, little-endian, with its byte order mark. */
export const utf16 = (text: string): Uint8Array =>
  new Uint8Array(
    Uint16Array.from({ length: text.length + 1 }, (_, at) => `\ufeff${text}`.charCodeAt(at)).buffer,
  )

/** @param text of letters whose code there is that of Unicode */
export const windows1252 = (text: string): Uint8Array =>
  Uint8Array.from(text, (letter) => letter.charCodeAt(0))

/** @throws when the file is refused */
export function readRecognized(bytes: Uint8Array | string, options?: ReadOptions): ParsedFile {
  const parsed = readImportFile(typeof bytes === 'string' ? bytesOf(bytes) : bytes, options)
  if (parsed.kind === 'refused') throw new Error(parsed.reason)
  return parsed
}

/** @throws when the file is not refused */
export function refusalOf(bytes: Uint8Array | string, options?: ReadOptions): string {
  const parsed = readImportFile(typeof bytes === 'string' ? bytesOf(bytes) : bytes, options)
  if (parsed.kind === 'recognized') throw new Error('The file was recognized')
  return parsed.reason
}

/** Minor units as 'HKD Ada 100', without zeros, in the order of the people. */
export function namedBalances({ people }: ParsedFile, balances: ImportedBalances): string[] {
  return [...balances].flatMap(([currency, of]) =>
    people.flatMap(({ key, name }) => (of.get(key) ? [`${currency} ${name} ${of.get(key)}`] : [])),
  )
}

export const recordBalances = (parsed: ParsedFile): string[] =>
  namedBalances(parsed, balancesOfRecords(parsed.records))

/** Each record in one line, as 'expense 2026-10-03 Dinner HKD 48000 paid Ada 48000 shared Ada 16000 Ben 32000'. */
export function recordLines({ people, records }: ParsedFile): string[] {
  const nameOf = (key: string) => people.find((person) => person.key === key)!.name
  const named = (parts: readonly { person: string; amount: number }[]) =>
    parts.map(({ person, amount }) => `${nameOf(person)} ${amount}`).join(' ')
  return records.map((record) => {
    const { kind, date, description, currency, amount } = record
    const parts =
      record.kind === 'payment'
        ? `${nameOf(record.from)} to ${nameOf(record.to)}`
        : `paid ${named(record.payers)} shared ${named(record.shares)}`
    return `${kind} ${date} ${description} ${currency} ${amount} ${parts}`
  })
}

export const reasons = (rows: ParsedFile['refused']): string[] =>
  rows.map(({ line, reason }) => `${line}: ${reason}`)
