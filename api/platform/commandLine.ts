// Runs a command-line tool. Exit code 2: wrong arguments; 1: failure; otherwise the code that the tool returns, 0 without
// one.

import { errorText } from '#api/platform/diskError.ts'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

/** The arguments are wrong; the message contains the usage text. */
export class UsageError extends Error {}

export async function runTool(run: (args: string[]) => Promise<number | void>): Promise<void> {
  process.exitCode = await run(process.argv.slice(2)).then(
    (code) => code ?? 0,
    (error: unknown) => {
      console.error(errorText(error))
      return error instanceof UsageError ? 2 : 1
    },
  )
}

/** @throws UsageError for an option that `options` does not contain */
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
