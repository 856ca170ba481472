// An external client: it knows nothing of the product but the types that are generated from the OpenAPI description.

import createClient from 'openapi-fetch'
import type { paths } from '#tests/openapi/client/paths.ts'

export interface Journey {
  baseUrl: string
  username: string
  password: string
  /** Id of the person who is invited to the trip. */
  friend: string
}

/** Returns the suggested payments of a trip with one dinner. @throws Error with the code of a failure */
export async function journey({ baseUrl, username, password, friend }: Journey): Promise<string[]> {
  const api = createClient<paths>({ baseUrl })
  const { token, user } = unwrap(await api.POST('/api/auth/login', { body: { username, password } }))
  api.use({
    onRequest({ request }) {
      request.headers.set('Authorization', `Bearer ${token}`)
      return request
    },
  })

  const details = { title: 'Porto', destination: 'Portugal', startDate: '2026-06-01', endDate: '2026-06-03' }
  const { trip } = unwrap(
    await api.POST('/api/trips', {
      params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
      body: { ...details, currency: 'EUR', inviteUserIds: [friend] },
    }),
  )
  const params = { path: { tripId: trip.id } }
  const dinner = { description: 'Dinner', amount: 30, category: 'food' as const }
  const added = await api.POST('/api/trips/{tripId}/expenses', {
    params,
    body: { ...dinner, sharedBy: [user.id, friend] },
  })
  const { expense } = unwrap(added)
  unwrap(
    await api.PUT('/api/expenses/{expenseId}', {
      params: { path: { expenseId: expense.id }, header: { 'If-Match': `"${expense.revision}"` } },
      body: { amount: 50 },
    }),
  )
  const { settlement } = unwrap(
    await api.GET('/api/trips/{tripId}/settlement', {
      params: { ...params, query: { poolBalanceHandling: 'equal' } },
    }),
  )
  return settlement.payments.map(({ from, to, amount }) => `${from.name} pays ${to.name} ${amount}`)
}

interface Failure {
  error: { code: string }
}

function unwrap<Data>({ data, error }: { data?: Data; error?: Failure | undefined }): Data {
  if (data === undefined) throw new Error(error?.error.code)
  return data
}
