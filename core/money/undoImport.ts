// Undoes an import, or its undoing, with the inverse change, from the values in its event: nothing is computed again, so
// every share and payer returns to the cent.

import type { Decision } from '#core/kernel/decider.ts'
import type { Endpoint } from '#core/kernel/endpoint.ts'
import type { UndoOf } from '#core/kernel/undo.ts'
import { moneyStreamType } from '#core/money/decider.ts'
import { expenseKind, type Import, type ImportEvent, type MoneyEvent } from '#core/money/events.ts'
import { partOfImport, decideImportUndo, refuseFull } from '#core/money/importRules.ts'
import { ofMoney } from '#core/money/operations.ts'
import { partyFinder } from '#core/money/parties.ts'
import { canRemoveImport } from '#core/money/permissions.ts'
import { restoreMoney } from '#core/money/restore.ts'
import type { MoneyRecords, MoneyState } from '#core/money/state.ts'
import { undoOperation } from '#core/records/historyOperations.ts'
import { withoutFiles } from '#core/records/recordKind.ts'
import type { WithGoneFiles } from '#core/records/rules.ts'
import type { OperationRequest } from '#core/store/operation.ts'
import type { StreamReader } from '#core/store/streamReader.ts'
import type { Trip } from '#core/trips/trip.ts'
import { forTripParticipants, type TripContext } from '#core/trips/tripContext.ts'

interface UndoOfImport extends UndoOf<ImportEvent>, WithGoneFiles {
  trip: Trip
}

const decideUndo = (command: UndoOfImport, state: MoneyState): Decision<MoneyEvent> =>
  command.change.type === 'ImportApplied'
    ? decideImportUndo({ type: 'UndoImport', id: command.change.data.import.id }, state)
    : importAgain(command.change.data.import, command, state)

/**
 * All that its removal removed, or nothing; each record must be restorable by itself. What was recorded by one person at one
 * time is one event, so that nobody becomes the recorder of what another one imported.
 */
function importAgain(
  removed: Import,
  { trip, gone = new Set() }: UndoOfImport,
  state: MoneyState,
): Decision<MoneyEvent> {
  const { expenses, payments, contributions = [] } = removed
  const findParty = partyFinder(trip, state)
  for (const record of [
    ...expenses.map((expense) => ({ expense })),
    ...payments.map((payment) => ({ payment })),
    ...contributions.map((contribution) => ({ contribution })),
  ]) {
    const decided = restoreMoney({ type: 'RestoreMoney', removed: record, trip }, state, findParty)
    if ('refused' in decided) return decided
  }
  const full = refuseFull(state, { expenses, payments, contributions })
  if (full) return full
  const again = { ...removed, expenses: expenses.map((of) => withoutFiles(expenseKind, of, gone)) }
  const records = [...expenses, ...payments, ...contributions]
  const origins = new Map(records.map(({ id }) => [id, originIn(state.removed, id)]))
  return [...new Map([...origins.values()].map((origin) => [origin.name, origin])).values()].map(
    ({ name, recordedBy, createdAt }) => ({
      type: 'ImportApplied',
      data: {
        import: partOfImport(again, ({ id }) => origins.get(id)?.name === name),
        recordedBy,
        createdAt,
      },
    }),
  )
}

/** Who recorded a removed record, and when; equal ones have one name. */
function originIn({ expenses, payments, contributions }: MoneyRecords, id: string) {
  const { recordedBy, createdAt } = expenses.get(id) ?? payments.get(id) ?? contributions.get(id)!
  return { name: `${recordedBy} ${createdAt}`, recordedBy, createdAt }
}

/** @param endpoint names the change @param laterBy who changed the same thing last; null where nobody did */
export const undoImportOperation = (endpoint: Endpoint, change: ImportEvent, laterBy: string | null) => ({
  ...undoOperation(
    'UndoMoney',
    {
      ...ofMoney,
      streamType: { ...moneyStreamType, decide: decideUndo },
      forRules: (request, context) => ({ ...ofMoney.forRules(request, context), gone: context.erasedFiles }),
    },
    endpoint,
    change,
    laterBy,
    // A contribution or a payment may be removed by some participants only.
    (own, trip, userId) =>
      change.type !== 'ImportApplied' || canRemoveImport(change.data.import.id, own, trip, userId),
  ),
  async load(request: OperationRequest, reader: StreamReader): Promise<TripContext> {
    const hashes = change.data.import.expenses.flatMap(({ receipts = [] }) =>
      receipts.map(({ hash }) => hash),
    )
    const context = await forTripParticipants.load(request, reader)
    return { ...context, erasedFiles: await request.lookups.erasedFiles(hashes) }
  },
})
