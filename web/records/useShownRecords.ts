// The records of a list of a trip with the commands that are about them, computed again only when one of them changed.

import { useMemo } from 'react'
import { useCommands } from '#web/platform/outbox/useOutbox.ts'
import { useMe } from '#web/platform/session/useMyId.ts'
import { type RecordList, type ShownRecord, showRecords } from '#web/records/shownRecords.ts'

const none: readonly never[] = []

interface Lists<Record> {
  /** With the pending commands applied; null until they are loaded. */
  data: readonly Record[] | null | undefined
  /** Without them. */
  confirmed: readonly Record[] | null | undefined
}

/** @param list the same object while it means the same */
export function useShownRecords<Record extends { id: string }>(
  list: RecordList<Record>,
  tripId: string,
  { data, confirmed }: Lists<Record>,
): readonly ShownRecord<Record>[] {
  const commands = useCommands(tripId)
  const { id, username } = useMe()
  return useMemo(
    () => showRecords(list, data ?? none, confirmed ?? none, commands, { id, username }),
    [list, data, confirmed, commands, id, username],
  )
}
