// Completes the response of a command on an expense, which its operation built from the log, with the people of the trip.

import { participantsOf } from '#core/money/expenseParticipants.ts'
import type { ExpenseResponse } from '#core/money/responses.ts'
import { tripStreamType } from '#core/trips/decider.ts'
import { isOnTrip } from '#core/trips/visibility.ts'
import { contactsOfGuests } from '#projections/trips/participantsResponse.ts'
import type { ReadDeps } from '#api/platform/membership.ts'
import type { Respond } from '#api/platform/operationRoute.ts'

export const respondWithParticipants =
  ({ reader, readModels }: ReadDeps): Respond<unknown> =>
  async ({ response }, { by }) => {
    const { expense } = (response ?? {}) as { expense?: ExpenseResponse }
    // A repeat by somebody who may no longer read the expense has ids only.
    if (!expense?.sharedBy) return {}
    const { trip: current } = await reader.lastKnown(tripStreamType, expense.tripId)
    if (!current || !isOnTrip(current, by.id)) return {}
    // A copy, because the reader folds later events into its state.
    const trip = { ...current }
    // The command is stored: it succeeds also while the read models cannot be read.
    const contacts = await contactsOfGuests(readModels, trip).catch(() => null)
    return { body: { expense: participantsOf(trip, contacts)(expense) } }
  }
