// Lists every endpoint that the server mounts, with the schema of its body.

import { guestClaimRefusals, tripRefusals } from '#core/trips/refusals.ts'
import { pino } from 'pino'
import * as v from 'valibot'
import * as chat from '#core/chat/contract.ts'
import * as tripChat from '#core/chat/tripChatContract.ts'
import { conversationOperations } from '#core/chat/operations.ts'
import * as tripChats from '#core/chat/tripChats.ts'
import * as files from '#core/files/contract.ts'
import { fileRefusals } from '#core/files/inspectFile.ts'
import * as history from '#core/history/contract.ts'
import * as itinerary from '#core/itinerary/contract.ts'
import { itineraryOperations } from '#core/itinerary/operations.ts'
import type { Endpoint } from '#core/kernel/endpoint.ts'
import type { RefusalTable } from '#core/kernel/refusalResponse.ts'
import * as money from '#core/money/contract.ts'
import { moneyOperations } from '#core/money/operations.ts'
import { LoginBody } from '#core/people/bodies.ts'
import * as people from '#core/people/contract.ts'
import * as passkeys from '#core/people/passkeyContract.ts'
import {
  AddPasskeyBody,
  KeepByPasskeyBody,
  PasskeyLoginBody,
  PasskeyOptionsBody,
} from '#core/people/passkeyBodies.ts'
import { ChangePasswordBody, KeepBody, RegisterBody } from '#core/people/signUp.ts'
import { createMemoryEventStore } from '#core/store/memoryEventStore.ts'
import type { AnyOperation } from '#core/store/operation.ts'
import * as trips from '#core/trips/contract.ts'
import * as poll from '#core/trips/pollContract.ts'
import * as polls from '#core/trips/pollOperations.ts'
import * as guests from '#core/trips/guests.ts'
import * as invitations from '#core/trips/invitations.ts'
import { tripOperations } from '#core/trips/operations.ts'
import { createMemoryReadStore } from '#projections/platform/memoryReadStore.ts'
import { readEnv } from '#api/env.ts'
import type { Route } from '#api/platform/http/route.ts'
import { createServer } from '#api/server.ts'

export interface DescribedEndpoint {
  /** Follows from the name of its constant in the contract. */
  operationId: string
  endpoint: Endpoint
  /** Ids of endpoints with the same method and path, which differ in query and response. */
  alternatives: string[]
  access: Route['access']
  body: v.GenericSchema | undefined
  /** Its body is bytes. */
  isRaw: boolean
  /** Whether it compares `If-Match` with the revision. */
  matchesRevision: boolean
}

const contracts = { people, trips, itinerary, money, chat, files, history }

const operations: readonly AnyOperation[] = [
  ...itineraryOperations,
  ...moneyOperations,
  ...tripOperations,
  ...Object.values(conversationOperations({} as never)),
  ...[tripChats, guests, invitations, polls].flatMap((module) => Object.values(module).filter(isOperation)),
]

function isOperation(value: unknown): value is AnyOperation {
  return typeof value === 'object' && value !== null && 'endpoint' in value
}

/** Bodies of the commands that are not operations. */
const bodiesOfPeople = new Map<Endpoint, v.GenericSchema>([
  [people.login, LoginBody],
  [people.register, RegisterBody],
  [people.changePassword, ChangePasswordBody],
  [people.keepAccount, v.union([KeepBody, KeepByPasskeyBody])],
  [passkeys.getPasskeyOptions, PasskeyOptionsBody],
  [passkeys.addPasskey, AddPasskeyBody],
  [passkeys.passkeyLogin, PasskeyLoginBody],
])

/** Bodies with amounts are described for a currency with two decimals, the widest form. */
const anyTrip = { trip: { details: { currency: 'EUR' } } }

/** In any order. @throws Error for a route whose endpoint is in no contract */
export async function describedEndpoints(): Promise<DescribedEndpoint[]> {
  const routes = new Map((await mountedRoutes()).map((route) => [route.endpoint, route]))
  const constants = [...Object.values(contracts), tripChat, passkeys, poll].flatMap((contract) =>
    Object.entries(contract),
  )
  const all = constants.flatMap(([name, value]): DescribedEndpoint[] => {
    const route = routes.get(value as Endpoint)
    if (!route) return []
    routes.delete(route.endpoint)
    const operation = operations.find(({ endpoint }) => endpoint === route.endpoint)
    return [
      {
        operationId: name,
        endpoint: route.endpoint,
        alternatives: constants.flatMap(([other, value]) =>
          other !== name && isSame(value as Endpoint, route.endpoint) ? [other] : [],
        ),
        access: route.access,
        body: bodiesOfPeople.get(route.endpoint) ?? operation?.schema?.({} as never, anyTrip, {}),
        isRaw: route.isRaw ?? false,
        matchesRevision: operation !== undefined && String(operation.toCommand).includes('ifMatch'),
      },
    ]
  })
  if (routes.size > 0)
    throw new Error(
      `Not in a contract: ${[...routes.keys()].map(({ method, path }) => `${method} ${path}`).join(', ')}`,
    )
  return all
}

const isSame = (one: Endpoint, { method, path }: Endpoint) => one.method === method && one.path === path

/** With open registration. */
async function mountedRoutes(): Promise<readonly Route[]> {
  const server = createServer({
    env: readEnv({ PASSWORD_COST: 'low', REGISTRATION: 'open', DATA_DIR: '/nowhere' }),
    store: createMemoryEventStore(),
    readStore: createMemoryReadStore(),
    signingKey: new Uint8Array(32),
    log: pino({ level: 'silent' }),
    clock: () => 0,
  })
  await server.ready
  await server.stop()
  return server.routes
}

export const refusalTables: Readonly<Record<keyof typeof contracts, RefusalTable>> = {
  people: { ...people.peopleRefusals, ...passkeys.passkeyRefusals },
  trips: { ...tripRefusals, ...guestClaimRefusals, ...poll.pollRefusals },
  itinerary: itinerary.itineraryRefusals,
  money: money.moneyRefusals,
  chat: chat.chatRefusals,
  files: fileRefusals,
  history: history.historyRefusals,
}
