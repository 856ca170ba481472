// Reads a password without echo, or from standard input; never from an argument, which every process could read.

import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** @throws Error when the two passwords differ, none is given, or the person cancels */
export async function askPassword(prompt: string): Promise<string> {
  if (!process.stdin.isTTY) return firstLine()
  const password = await askOnce(`${prompt}: `)
  if ((await askOnce('Repeat the password: ')) !== password) throw new Error('The two passwords differ')
  return password
}

async function firstLine(): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  const line = Buffer.concat(chunks).toString('utf8').split(/\r?\n/, 1)[0] ?? ''
  if (line === '') throw new Error('There is no password on standard input')
  return line
}

/** Readline handles the editing keys; its output goes nowhere. */
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
