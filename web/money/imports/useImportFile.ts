// The file that is being imported: reads it again with each answer, and keeps what was read on the screen meanwhile.

import { useEffect, useRef, useState } from 'react'
import type { ParsedFile } from '#core/imports/parsedFile.ts'
import { fileLimits } from '#core/kernel/files.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import type { ReadAnswers } from '#web/money/imports/readBytes.ts'
import { type StartedParsing, startParsing } from '#web/money/imports/startParsing.ts'

interface ChosenFile {
  bytes: Uint8Array
}

export interface ImportFileState {
  fileName: string | null
  /** The content of the file, once it is in memory. */
  bytes: Uint8Array | null
  /** From 0 to 1 while the file is read; null otherwise. */
  progress: number | null
  /** Why the file cannot be read, as a sentence. */
  refusal: string | null
  read: { parsed: ParsedFile; fileHash: string } | null
  answers: ReadAnswers
  choose: (file: File) => void
  /** Reads the file again with these answers beside those before. */
  answer: (more: ReadAnswers) => void
  /** Cancels the parsing and forgets the file. */
  forget: () => void
}

const CANNOT_READ = 'This file could not be read. Please try again.'
/** The reader refuses a file that is larger than the archive of a trip: more of it need not be in memory. */
const READ_BYTES = fileLimits.bytesOfTrip + 6 * 1024 * 1024

/** @param currency of the trip, assumed for a file without currencies */
export function useImportFile(currency: CurrencyCode): ImportFileState {
  const [file, setFile] = useState<ChosenFile | null>(null)
  const [name, setName] = useState<string | null>(null)
  const [answers, setAnswers] = useState<ReadAnswers>({})
  const [progress, setProgress] = useState<number | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [read, setRead] = useState<ImportFileState['read']>(null)
  const started = useRef<StartedParsing>(undefined)
  /** Counts the files that were chosen: a slow one must not replace the one after it. */
  const chosen = useRef(0)
  useEffect(() => () => started.current?.cancel(), [])

  const start = ({ bytes }: ChosenFile, given: ReadAnswers) => {
    started.current?.cancel()
    setProgress(0)
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const parsed = startParsing(bytes, { timeZone, currency, ...given }, setProgress)
    started.current = parsed
    const settle = (show: () => void) => {
      if (started.current !== parsed) return
      setProgress(null)
      show()
    }
    parsed.result.then(
      ({ parsed: result, fileHash }) =>
        settle(() => {
          setRefusal(result.kind === 'refused' ? result.reason : null)
          setRead(result.kind === 'refused' ? null : { parsed: result, fileHash })
        }),
      () => settle(() => setRefusal(CANNOT_READ)),
    )
  }

  const forget = () => {
    chosen.current += 1
    started.current?.cancel()
    started.current = undefined
    setFile(null)
    setName(null)
    setAnswers({})
    setProgress(null)
    setRefusal(null)
    setRead(null)
  }

  const choose = (picked: File) => {
    forget()
    setName(picked.name)
    const turn = chosen.current
    setProgress(0)
    picked
      .slice(0, READ_BYTES)
      .arrayBuffer()
      .then(
        (buffer) => {
          if (chosen.current !== turn) return
          const whole = { bytes: new Uint8Array(buffer) }
          setFile(whole)
          start(whole, {})
        },
        () => {
          if (chosen.current !== turn) return
          setProgress(null)
          setRefusal(CANNOT_READ)
        },
      )
  }

  const answer = (more: ReadAnswers) => {
    if (!file) return
    const given = { ...answers, ...more }
    setAnswers(given)
    start(file, given)
  }
  return {
    fileName: name,
    bytes: file?.bytes ?? null,
    progress,
    refusal,
    read,
    answers,
    choose,
    answer,
    forget,
  }
}
