// Sends the planned import once, shows its progress, and continues after a failure where it stopped.

import { useRef, useState } from 'react'
import { type PlannedImport, plannedImport, type ReadyImport } from '#web/money/imports/plannedImport.ts'
import { removeImport, sendImport, sendNewTrip } from '#web/money/imports/sendImport.ts'
import { failureText } from '#web/platform/failureText.ts'
import { useMyId } from '#web/platform/useMyId.ts'
import { useSubmit } from '#web/platform/useSubmit.ts'
import { toast } from '#web/ui/toasts.tsx'

const FAILED = 'Failed to import the file'

export function useSendImport(ready: ReadyImport, onSent: (tripId: string | null) => void) {
  const myId = useMyId()
  const { isSubmitting, run } = useSubmit()
  const started = useRef<PlannedImport>(undefined)
  const doneCount = useRef(0)
  const [progress, setProgress] = useState<{ done: number; all: number } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  const onDone = (done: number) => {
    doneCount.current = done
    setProgress({ done, all: started.current!.steps.length })
  }
  const send = () =>
    run(async () => {
      setFailure(null)
      try {
        const planned = (started.current ??= plannedImport(ready, myId))
        onDone(doneCount.current)
        onSent(await (ready.trip.newTrip ? sendTrip(planned) : sendRecords(planned)))
      } catch (error) {
        const step = started.current?.steps[doneCount.current]
        // Before anything is sent, the choices may still change.
        if (doneCount.current === 0) started.current = undefined
        setFailure(failureText(step ? `${step.title} was not accepted` : FAILED, error))
      }
    })

  async function sendRecords({ tripId, importId, guestIds, steps, done }: PlannedImport) {
    const sent = await sendImport(tripId, steps, doneCount.current, onDone)
    if (sent.state === 'waiting') toast.waiting(sent, FAILED)
    else toast.withAction(done, { label: 'Undo', run: () => void removeImport(tripId, importId, guestIds) })
    return null
  }

  /** @returns the id of the trip, if it is there */
  async function sendTrip({ tripId, steps, done }: PlannedImport) {
    const sent = await sendNewTrip(tripId, steps, onDone)
    if (sent.state === 'waiting') {
      toast.waiting(sent, FAILED)
      return null
    }
    if (sent.refused === 0) toast.success(done)
    else toast.error('A part of the import was not accepted. The trip shows which, and can try again.')
    return tripId
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
