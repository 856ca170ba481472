// Chooses the operation that undoes a change or restores what it removed, and finds out who changed the same thing since.

import type { TripChatEvent } from '#core/chat/events.ts'
import { type ChangeOfTripChat, undoTripChatOperation } from '#core/chat/undoTripChat.ts'
import type { ChatNames } from '#core/history/changeText.ts'
import { historyRefusals, restoreChange, undoChange } from '#core/history/contract.ts'
import { toHistoryEntry, type RecordedChange } from '#core/history/entry.ts'
import { type HistoryEvent, topics } from '#core/history/events.ts'
import { undoRules } from '#core/history/undo.ts'
import { itineraryRecords } from '#core/itinerary/operations.ts'
import { refuse, type RecordedEventOf } from '#core/kernel/decider.ts'
import type { MoneyEvent } from '#core/money/events.ts'
import { moneyRecords } from '#core/money/operations.ts'
import { recordedSince } from '#core/money/recordedSince.ts'
import { undoImportOperation } from '#core/money/undoImport.ts'
import { kindOfEvent, type RecordEvent, type RecordKindName } from '#core/recordKinds.ts'
import { restoreRemovedOperation, undoRecordOperation } from '#core/records/historyOperations.ts'
import type { AnyOperation } from '#core/store/operation.ts'
import { undoPeopleOperation, undoTripDetailsOperation } from '#core/trips/undoOperations.ts'
import type { TripHistory } from '#projections/history/tripHistory.ts'
import { toHttpError } from '#api/platform/operationRoute.ts'
import { createYielder } from '#api/platform/yielder.ts'

type TripChatChanged = Extract<TripChatEvent, { type: 'TripChatChanged' }>

const ofKinds = { ...itineraryRecords, ...moneyRecords } satisfies Record<RecordKindName, object>

/** Null for what is not the removal of a record. */
export function restoreOf({ type, data }: HistoryEvent): AnyOperation | null {
  const kind = kindOfEvent(type)
  if (kind?.events.removed !== type) return null
  const { [kind.name]: removed } = data as Partial<Record<RecordKindName, never>>
  return restoreRemovedOperation(ofKinds[kind.name] as never, restoreChange, removed!)
}

const isOfRecord = (event: HistoryEvent): event is RecordedEventOf<RecordEvent> =>
  kindOfEvent(event.type) !== undefined

/** @throws HttpError 409 with the reason, for a change that cannot be undone */
export async function undoOperationOf(change: RecordedChange, history: TripHistory): Promise<AnyOperation> {
  const { event } = change
  const laterBy = await laterActorOf(change, history)
  if (isOfRecord(event))
    return undoRecordOperation(ofKinds[kindOfEvent(event.type)!.name] as never, undoChange, event, laterBy)
  switch (event.type) {
    case 'TripDetailsChanged':
      return undoTripDetailsOperation(undoChange, event.data, laterBy)
    case 'ImportApplied':
    case 'ImportUndone':
      return undoImportOperation(undoChange, event, laterBy)
    case 'ParticipantInvited':
    case 'InvitationAccepted':
    case 'InvitationDeclined':
    case 'InvitationCancelled':
    case 'JoinRequestAccepted':
    case 'JoinRequestDeclined':
    case 'JoinedByLink':
    case 'ParticipantRoleChanged':
    case 'OrganizerHandedOver':
    case 'ParticipantLeft':
    case 'ParticipantRemoved':
    case 'GuestAdded':
    case 'GuestChanged':
    case 'GuestRemoved':
    case 'GuestRestored':
    case 'GuestClaimUndone':
      return undoPeopleOperation(undoChange, event, laterBy)
    case 'GuestClaimed':
      return undoPeopleOperation(
        undoChange,
        event,
        laterBy,
        await moneySince(change, event.data.user.id, history),
      )
    case 'TripChatChanged':
      return undoTripChatOperation(undoChange, changeOfChat(event.data, change.chat, history), laterBy)
    default:
      throw toHttpError(refuse('CannotBeUndone', { message: undoRules[event.type].why }), historyRefusals)
  }
}

function changeOfChat(
  { conversationId: chatId, name, description }: TripChatChanged['data'],
  was: ChatNames | null,
  history: TripHistory,
): ChangeOfTripChat {
  const before = {
    ...(name !== undefined && { name: was?.name ?? '' }),
    ...(description !== undefined && { description: was?.description ?? null }),
  }
  return { chatId, title: history.chat(chatId)?.name ?? '', before }
}

/** The username of the person who last changed the subject of this change since; null for nobody. */
async function laterActorOf(change: RecordedChange, history: TripHistory): Promise<string | null> {
  const { subject } = toHistoryEntry(change)
  const yieldIfLong = createYielder()
  for (const later of history.before(Infinity)) {
    if (later.n <= change.n) return null
    await yieldIfLong()
    // People and imports are changes of the trip, too, but not of its details.
    if (subject?.type === 'trip' && later.event.type !== change.event.type) continue
    const entry = toHistoryEntry(later)
    if (entry.subject?.id === subject?.id) return entry.actor.username
  }
  return null
}

/** What was recorded for a person since this change and is still there; null for nothing. */
async function moneySince(
  change: RecordedChange,
  userId: string,
  history: TripHistory,
): Promise<string | null> {
  const events: MoneyEvent[] = []
  const yieldIfLong = createYielder()
  for (const { n, event } of history.before(Infinity)) {
    if (n <= change.n) break
    await yieldIfLong()
    if (topics[event.type] === 'money') events.push(event as RecordedEventOf<MoneyEvent>)
  }
  return recordedSince(events.reverse(), userId, change.event.meta.at)
}
