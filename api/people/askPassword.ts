// A password is typed without being shown, or piped in; it is never an argument, where every process could read it.

import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** @throws Error when two tries differ, nothing came, or the person gave up */
export async function askPassword(prompt: string): Promise<string> {
  if (!process.stdin.isTTY) return firstLine()
  const password = await askOnce(`${prompt}: `)
  if ((await askOnce('The same again: ')) !== password) throw new Error('The two were not the same')
  return password
}

async function firstLine(): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  const line = Buffer.concat(chunks).toString('utf8').split(/\r?\n/, 1)[0] ?? ''
  if (line === '') throw new Error('No password came on standard input')
  return line
}

/** Readline edits the line as usual, into an output that shows nothing. */
async function askOnce(prompt: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  process.stderr.write(prompt)
  try {
    return await new Promise((resolve, reject) => {
      lines.once('close', () => reject(new Error('Nothing was changed')))
      lines.question('').then(resolve, reject)
    })
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
