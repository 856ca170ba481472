// Checks the decision records: their form, their index, and that every citation names a record that exists.

export interface TextFile {
  path: string
  text: string
}

interface DecisionRecord {
  number: string
  /** Without its folder. */
  file: string
  title: string
  status: string
}

const SECTIONS = ['Context', 'Decision', 'Consequences', 'Alternatives']
const FILE_NAME = /^(\d{4})-[a-z0-9]+(?:-[a-z0-9]+)*\.md$/
const TITLE = /^# (\d{4})\. (\S.*)$/
const DATE = /^- Date: \d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/
const STATUS = /^- Status: (?:accepted|superseded by \[(\d{4})\]\(\1-[a-z0-9-]+\.md\))$/
const INDEX_ROW = /^\| *(\d{4}) *\| *\[(.+)\]\((.+)\) *\| *(.+?) *\|$/
/** `decisions/0040`, `decision 0003`, and in brackets `(0041)` or a Markdown link `[0041](0041-….md)`. */
const CITATION = /(?:\bdecisions?[/ ](?=\d)|[[(](?=0))(\d{4})(-[a-z0-9-]+\.md)?(?=[^\d-]|$)/gi

/** @returns a sentence for each fault; `index` is the text of docs/decisions/README.md */
export function faultsOfRecords(
  records: readonly TextFile[],
  index: string,
  citing: readonly TextFile[],
): string[] {
  const all = records.map(readRecord)
  return [
    ...records.flatMap(faultsOfForm),
    ...faultsOfNumbers(all),
    ...faultsOfIndex(all, index),
    ...[...citing, ...records].flatMap((file) => faultsOfCitations(file, all)),
  ]
}

function readRecord({ path, text }: TextFile): DecisionRecord {
  const lines = text.split('\n')
  const status = lines.find((line) => line.startsWith('- Status: ')) ?? ''
  return {
    number: FILE_NAME.exec(path)?.[1] ?? '',
    file: path,
    title: TITLE.exec(lines[0] ?? '')?.[2] ?? '',
    status: status.replace('- Status: ', '').replace(/\[(\d{4})\]\(.*\)/, '$1'),
  }
}

function faultsOfForm({ path, text }: TextFile): string[] {
  const number = FILE_NAME.exec(path)?.[1]
  const [title = '', , date = '', status = ''] = text.split('\n')
  const sections = [...text.matchAll(/^## (.+)\n([^]*?)(?=^## |$(?![^]))/gm)]
  const faults = []
  if (number === undefined) faults.push('has no name like 0001-the-decision.md')
  if (TITLE.exec(title)?.[1] !== number) faults.push(`does not begin with "# ${number}. Title"`)
  if (!DATE.test(date)) faults.push('has no "- Date: YYYY-MM-DD" in line 3')
  if (!STATUS.test(status)) faults.push('has no "- Status: accepted" or "superseded by" a link in line 4')
  if (sections.map(([, name]) => name).join() !== SECTIONS.join())
    faults.push(`does not have exactly the sections ${SECTIONS.join(', ')}`)
  for (const [, name, body] of sections)
    if (body?.trim() === '') faults.push(`has nothing in the section ${name}`)
  return faults.map((fault) => `${path} ${fault}`)
}

function faultsOfNumbers(records: readonly DecisionRecord[]): string[] {
  const seen = new Map<string, string>()
  return records.flatMap(({ number, file }) => {
    const first = seen.get(number)
    seen.set(number, file)
    return first === undefined ? [] : [`${first} and ${file} have the same number`]
  })
}

function faultsOfIndex(records: readonly DecisionRecord[], index: string): string[] {
  const rowOf = ({ number, title, file, status }: DecisionRecord) =>
    `| ${number} | [${title}](${file}) | ${status} |`
  const rows = index.split('\n').flatMap((line) => {
    const [, number = '', title = '', file = '', status = ''] = INDEX_ROW.exec(line) ?? []
    return number === '' ? [] : [rowOf({ number, title, file, status })]
  })
  const expected = records.map(rowOf)
  const faults = [
    ...expected.filter((row) => !rows.includes(row)).map((row) => `The index lacks ${row}`),
    ...rows.filter((row) => !expected.includes(row)).map((row) => `The index names no record by ${row}`),
  ]
  const isSorted = rows.every((row, i) => i === 0 || rows[i - 1]! < row)
  return isSorted ? faults : [...faults, 'The index is not in the order of the numbers']
}

function faultsOfCitations({ path, text }: TextFile, records: readonly DecisionRecord[]): string[] {
  return [...text.matchAll(CITATION)].flatMap(([, number = '', rest]) => {
    const exists = records.some((record) =>
      rest === undefined ? record.number === number : record.file === number + rest,
    )
    return exists ? [] : [`${path} cites ${number}${rest ?? ''}, which is no decision record`]
  })
}
