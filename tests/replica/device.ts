// A device with a trip open: takes the snapshot over HTTP, follows the change feed, and folds each change into it.

import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { createParser } from 'eventsource-parser'
import type { TripEvents, TripReplicaResponse } from '#core/trips/contract.ts'
import { foldChange, type TripReplica } from '#projections/replica/tripReplica.ts'
import type { Client } from '#tests/support/client.ts'

interface Options {
  port: number
  client: Client
  userId: string
  tripId: string
}

export interface Device {
  /** null while this person may not read the trip. */
  replica(): TripReplica | null
  /** Loses the connection, and opens it again after the last change. */
  reconnect(): Promise<void>
  close(): void
}

/** @param deliver how often a change arrives; 1 without it */
export async function openDevice(options: Options, deliver: () => number = () => 1): Promise<Device> {
  const { port, client, userId, tripId } = options
  let replica: TripReplica | null = null
  let feed: ClientRequest | undefined
  let isClosed = false

  async function takeSnapshot(): Promise<void> {
    replica = await fetchReplica(client, tripId)
    follow()
  }

  function follow(): void {
    feed?.destroy()
    if (replica === null || isClosed) return
    const own = request({
      host: '127.0.0.1',
      port,
      path: `/api/trips/${tripId}/changes`,
      headers: { Authorization: `Bearer ${client.token}`, 'Last-Event-ID': replica.position },
    })
    feed = own
    own
      .on('error', () => undefined)
      .on('response', (response) => {
        if (response.statusCode === 200) read(response, own)
        else if (feed === own) void takeSnapshot()
        response.on('error', () => undefined)
      })
      .end()
  }

  function read(response: IncomingMessage, own: ClientRequest): void {
    const parser = createParser({
      onEvent({ event, data }) {
        if (feed !== own) return
        // After `revoked` the person may have been invited again meanwhile.
        if (event === 'revoked' || event === 'resync') void takeSnapshot()
        else for (let n = deliver(); n > 0; n--) apply(JSON.parse(data) as TripEvents['change'])
      },
    })
    response.setEncoding('utf8').on('data', (text: string) => parser.feed(text))
  }

  function apply(change: TripEvents['change']): void {
    if (replica === null) return
    const folded = foldChange(replica, change, userId)
    if (folded) replica = folded
    else void takeSnapshot()
  }

  await takeSnapshot()
  return {
    replica: () => replica,
    async reconnect() {
      if (replica) follow()
      else await takeSnapshot()
    },
    close() {
      isClosed = true
      feed?.destroy()
    },
  }
}

/** null for a person who may not read the trip. */
export async function fetchReplica(client: Client, tripId: string): Promise<TripReplica | null> {
  const { status, body } = await client.get(`/trips/${tripId}/replica`)
  if (status === 403 || status === 404) return null
  if (status !== 200) throw new Error(`The snapshot got ${status}`)
  const { position, revisions, documents } = body as TripReplicaResponse
  return { position, revisions, documents: documents as never }
}
