// A demo user who plans trips of three and adds expenses to them.

import { DatabaseSync } from 'node:sqlite'
import { SEED_PASSWORD } from '#api/seed/seed.ts'
import type { Load } from './load.ts'

export interface Client {
  /** Plans a new trip. @returns its id */
  plan(): Promise<string>
  /** A load that adds expenses to this trip. */
  expenses(tripId: string): Pick<Load, 'port' | 'path' | 'headers' | 'bodyOf'>
  /** The event and the response of one expense, as bytes. */
  sample(log: string): Promise<Record<'type' | 'data' | 'meta' | 'response', string>>
}

/** @throws Error for a failure */
export async function signIn(port: number): Promise<Client> {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' }
  const call = async (path: string, body?: string): Promise<string> => {
    const post = body === undefined ? {} : { method: 'POST', body }
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers, ...post })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    return text
  }
  const credentials = JSON.stringify({ username: 'alice', password: SEED_PASSWORD })
  const { token, user } = JSON.parse(await call('/api/auth/login', credentials)) as {
    token: string
    user: { id: string }
  }
  headers['Authorization'] = `Bearer ${token}`
  const everybody = JSON.parse(await call('/api/users')) as { data: { id: string }[] }
  const friends = everybody.data.map(({ id }) => id).filter((id) => id !== user.id)
  const people = [user.id, ...friends.slice(0, 2)]

  const plan = async () => {
    const body = {
      title: 'Dinners',
      destination: 'Lisbon, Portugal',
      startDate: daysFromNow(9),
      endDate: daysFromNow(12),
      currency: 'HKD',
      inviteUserIds: people.slice(1),
    }
    const { trip } = JSON.parse(await call('/api/trips', JSON.stringify(body))) as { trip: { id: string } }
    return trip.id
  }
  const expenses = (tripId: string) => ({
    port,
    path: `/api/trips/${tripId}/expenses`,
    headers,
    bodyOf: (n: number) =>
      JSON.stringify({
        description: `Dinner number ${n}`,
        amount: 120.5 + (n % 100),
        category: 'food',
        sharedBy: people,
      }),
  })
  return {
    plan,
    expenses,
    async sample(log) {
      const { path, bodyOf } = expenses(await plan())
      const response = await call(path, bodyOf(1))
      const db = new DatabaseSync(log, { readOnly: true })
      const event = db.prepare('SELECT type, data, meta FROM events ORDER BY place DESC LIMIT 1').get()
      db.close()
      return { ...(event as Record<'type' | 'data' | 'meta', string>), response }
    },
  }
}

function daysFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}
