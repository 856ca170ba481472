// Sends the planned import once, shows its progress, and continues after a failure where it stopped.

import { useRef, useState } from 'react'
import type { FileReading } from '#core/imports/reading.ts'
import type { TripResponse } from '#core/trips/responses.ts'
import { countedRecords } from '#web/money/imports/balanceTables.ts'
import { importBatches } from '#web/money/imports/importBatches.ts'
import { importedBody } from '#web/money/imports/importedBody.ts'
import { importSteps, newGuest, sendImport, removeImport } from '#web/money/imports/sendImport.ts'
import { type ImportPlan, newGuestsIn } from '#web/money/imports/useImportPlan.ts'
import type { ChoosablePerson } from '#web/money/tripPeople.ts'
import { failureText } from '#web/platform/failureText.ts'
import { newKey } from '#web/platform/newKey.ts'
import { useMyId } from '#web/platform/useMyId.ts'
import { useSubmit } from '#web/platform/useSubmit.ts'
import { toast } from '#web/ui/toasts.tsx'

interface ReadyImport {
  trip: TripResponse
  roster: readonly ChoosablePerson[]
  reading: FileReading
  fileHash: string
  plan: ImportPlan
}

interface Started {
  importId: string
  steps: ReturnType<typeof importSteps>
  /** 'Imported 37 expenses' */
  done: string
}

const FAILED = 'Failed to import the file'

export function useSendImport(ready: ReadyImport, onSent: () => void) {
  const myId = useMyId()
  const { isSubmitting, run } = useSubmit()
  const started = useRef<Started>(undefined)
  const doneCount = useRef(0)
  const [progress, setProgress] = useState<{ done: number; all: number } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  const onDone = (done: number) => {
    doneCount.current = done
    setProgress({ done, all: started.current!.steps.length })
  }
  const send = () =>
    run(async () => {
      const { trip } = ready
      setFailure(null)
      try {
        const { importId, steps, done } = (started.current ??= start(ready, myId))
        onDone(doneCount.current)
        const sent = await sendImport(trip.id, steps, doneCount.current, onDone)
        if (sent.state === 'waiting') toast.waiting(sent, FAILED)
        else toast.withAction(done, { label: 'Undo', run: () => void removeImport(trip.id, importId) })
        onSent()
      } catch (error) {
        const step = started.current?.steps[doneCount.current]
        // Before anything is sent, the choices may still change.
        if (doneCount.current === 0) started.current = undefined
        setFailure(failureText(step ? `${step.title} was not accepted` : FAILED, error))
      }
    })
  return {
    /** Continues with what was planned at the first press, once a part of it is sent. */
    send,
    isSending: isSubmitting,
    progress: isSubmitting || failure !== null ? progress : null,
    failure,
    hasStarted: progress !== null && progress.done > 0,
  }
}

function start({ trip, roster, reading, fileHash, plan }: ReadyImport, myId: string): Started {
  const guests = new Map(newGuestsIn(plan).map(({ key, name }) => [key, newGuest(trip.id, name, myId)]))
  const people = new Map(
    plan.people.map(({ key }) => {
      const guest = guests.get(key)
      const { id, type } = guest
        ? { id: guest.id, type: 'guest' as const }
        : roster.find((person) => person.id === plan.choices.get(key))!
      return [key, { id, type }]
    }),
  )
  const target = { tripId: trip.id, currency: trip.currency, people, rates: plan.rateOf }
  const records = plan.records.map((record) => importedBody(record, target))
  const importId = newKey()
  const of = { importId, source: reading.label, fileHash, records: [] }
  return {
    importId,
    steps: importSteps(trip.id, [...guests.values()], of, importBatches(records)),
    done: `Imported ${countedRecords(plan.records)}`,
  }
}
