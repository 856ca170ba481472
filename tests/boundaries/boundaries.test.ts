// Proves that the import table can fail: a copy of the tree gets forbidden and allowed imports for every row, and the
// linter must refuse exactly the forbidden ones. The same holds for the other house rules.

import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { houseRules } from '#tests/boundaries/houseRules.ts'
import { importRows } from '#tests/boundaries/importRows.ts'

const root = process.cwd()
const tree = mkdtempSync(join(tmpdir(), 'boundaries-'))
const configFile = pathToFileURL(join(root, 'oxlint.config.ts')).href
let diagnostics: Diagnostic[] = []

interface Diagnostic {
  message: string
  code: string
  filename: string
}

beforeAll(async () => {
  write('oxlint.config.ts', `export { default } from '${configFile}'\n`)
  for (const file of ['package.json', 'tsconfig.json']) copyFileSync(join(root, file), join(tree, file))
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'), 'junction')
  for (const { file, allowed, refused } of importRows)
    write(file, [...allowed, ...refused].map(importing).join(''))
  for (const { files } of houseRules) for (const [file, text] of Object.entries(files)) write(file, text)
  diagnostics = await lint()
})

afterAll(() => rmSync(tree, { recursive: true, force: true }))

describe('imports between layers', () => {
  test.each(importRows)('The row $row is refused foreign imports, and nothing else', ({ file, refused }) => {
    const reported = diagnosticsOf(file).map(
      (d) => /^'(.+)' import is restricted/.exec(d.message)?.[1] ?? d.message,
    )
    expect(new Set(reported)).toEqual(new Set(refused))
  })

  test('Every row of the import table has a violation that proves it', async () => {
    const { default: config } = (await import(configFile)) as { default: { overrides: Override[] } }
    const rows = config.overrides.filter((o) => 'no-restricted-imports' in o.rules).flatMap((o) => o.files)
    expect(importRows.map((r) => r.row)).toEqual(rows.map((files) => files.replace(/\/\*\*$/, '')))
    expect(importRows.filter((r) => r.refused.length === 0)).toEqual([])
  })
})

describe('house rules', () => {
  test.each(houseRules)('The linter’s verdict is right: $title', ({ files, rule }) => {
    const codes = Object.keys(files).flatMap((file) => diagnosticsOf(file).map((d) => d.code))
    expect(new Set(codes)).toEqual(new Set(rule ? [rule] : []))
  })
})

interface Override {
  files: string[]
  rules: Record<string, unknown>
}

function write(file: string, text: string) {
  mkdirSync(dirname(join(tree, file)), { recursive: true })
  writeFileSync(join(tree, file), text)
}

/** A static or a lazy import, in turns: the linter must refuse both. */
function importing(specifier: string, index: number) {
  return index % 2 === 0
    ? `export { name as name${index} } from '${specifier}'\n`
    : `export const name${index} = () => import('${specifier}')\n`
}

function diagnosticsOf(file: string) {
  return diagnostics.filter((d) => d.filename === file)
}

/** The linter exits with 1 when it finds something, which it always does here. */
function lint() {
  return new Promise<Diagnostic[]>((resolve, reject) => {
    const bin = join(root, 'node_modules/oxlint/bin/oxlint')
    execFile(
      process.execPath,
      [bin, '-f', 'json'],
      { cwd: tree, maxBuffer: 2 ** 26 },
      (_, stdout, stderr) => {
        try {
          resolve((JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics)
        } catch {
          reject(new Error(`the linter did not run: ${stdout}${stderr}`))
        }
      },
    )
  })
}
