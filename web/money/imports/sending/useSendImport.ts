// Sends the planned import once, shows its progress, and sends what was refused again.

import { useRef, useState } from 'react'
import {
  type PlannedImport,
  plannedImport,
  type ReadyImport,
} from '#web/money/imports/sending/plannedImport.ts'
import { discardImport, removeImport, sendImport } from '#web/money/imports/sending/sendImport.ts'
import type { ImportStep } from '#web/money/imports/sending/importSteps.ts'
import { filesInBody } from '#web/platform/outbox/waitingFile.ts'
import { failureText } from '#web/platform/outbox/failureText.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { useSubmit } from '#web/platform/forms/useSubmit.ts'
import { toast } from '#web/ui/feedback/toasts.tsx'

const FAILED = 'Failed to import the file'

/** @param bytes of the file */
export function useSendImport(
  ready: ReadyImport,
  bytes: Uint8Array | null,
  onSent: (tripId: string | null) => void,
) {
  const myId = useMyId()
  const { isSubmitting, run } = useSubmit()
  const started = useRef<PlannedImport>(undefined)
  const done = useRef(new Set<ImportStep>())
  const [progress, setProgress] = useState<{ done: number; all: number } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  const showProgress = ({ steps }: PlannedImport) =>
    setProgress({ done: done.current.size, all: steps.length })
  const send = () =>
    run(async () => {
      setFailure(null)
      const planned = (started.current ??= plannedImport(ready, myId))
      showProgress(planned)
      try {
        await sendSteps(planned)
      } catch (error) {
        fail(planned, null, error)
      }
    })

  async function sendSteps(planned: PlannedImport) {
    const { tripId, steps } = planned
    const left = steps.filter((step) => !done.current.has(step))
    if (bytes) await keepFiles(left, bytes, myId)
    const sent = await sendImport(planned, left, (step) => {
      done.current.add(step)
      showProgress(planned)
    })
    if (sent.state === 'waiting') {
      toast.waiting(sent, FAILED)
      return onSent(null)
    }
    const [refused] = sent.refused
    if (!ready.trip.newTrip) {
      if (refused) return fail(planned, refused.step, refused.error)
      toast.withAction(planned.done, { label: 'Undo', run: () => void removeImport(tripId, planned) })
      return onSent(null)
    }
    if (!refused) toast.success(planned.done)
    else toast.error('A part of the import was not accepted. The trip shows which, and can try again.')
    onSent(tripId)
  }

  /** @param step null for the import as a whole */
  function fail({ importId }: PlannedImport, step: ImportStep | null, error: unknown) {
    // Where nothing was accepted, the choices may still change.
    if (done.current.size === 0) {
      discardImport(importId)
      started.current = undefined
    }
    setFailure(failureText(step ? `${step.title} was not accepted` : FAILED, error))
  }

  return {
    /** After a part was sent, continues with the plan of the first press. */
    send,
    isSending: isSubmitting,
    progress: isSubmitting || failure !== null ? progress : null,
    failure,
    hasStarted: progress !== null && progress.done > 0,
  }
}

/** Where the outbox uploads them from: those of the archive of a trip, before the commands that refer to them. */
async function keepFiles(steps: readonly ImportStep[], bytes: Uint8Array, by: string): Promise<void> {
  const files = steps.flatMap(({ body }) => filesInBody(body))
  if (files.length === 0) return
  const [{ filesInArchive }, { readZip }, { deviceUploads }] = await Promise.all([
    import('#core/imports/archiveFiles.ts'),
    import('#core/imports/text/zip.ts'),
    import('#web/platform/outbox/deviceUploads.ts'),
  ])
  const zip = readZip(bytes)
  const contents = typeof zip === 'string' ? new Map<string, Uint8Array>() : filesInArchive(zip)
  for (const file of files) {
    const content = contents.get(file.hash)
    if (content) await deviceUploads.add(by, file, content.slice())
  }
}
