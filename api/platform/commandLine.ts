// Runs a command-line tool. Exit code 1: failed; 2: bad arguments; else that of the tool, 0 for done.

import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

/** Bad arguments; the message says how the tool is used. */
export class UsageError extends Error {}

export async function runTool(run: (args: string[]) => Promise<number | void>): Promise<void> {
  process.exitCode = await run(process.argv.slice(2)).then(
    (code) => code ?? 0,
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : String(error))
      return error instanceof UsageError ? 2 : 1
    },
  )
}

/** @throws UsageError for an option that is not among these */
export function parseOptions<Options extends ParseArgsOptionsConfig>(
  args: string[],
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${usage}`)
  }
}
