// The routes that list people. With a directory limited to connections, a stranger is found by the exact name only, and
// does not exist otherwise.

import { refuse } from '#core/kernel/decider.ts'
import { isId } from '#core/kernel/ids.ts'
import { foldName } from '#core/kernel/text.ts'
import type { User, UserHit } from '#core/people/contract.ts'
import * as contract from '#core/people/contract.ts'
import { peopleLimits } from '#core/people/limits.ts'
import {
  activePeople,
  directory,
  EVERYBODY,
  searchPeople,
  type DirectoryEntry,
} from '#projections/people/directory.ts'
import { toHttpError } from '#api/platform/operationRoute.ts'
import { validationError } from '#api/platform/httpError.ts'
import { singleQuery } from '#api/platform/query.ts'
import type { ReadModels } from '#api/platform/readModels.ts'
import {
  type ApiResponse,
  type Route,
  type Session,
  type AuthenticatedRequest,
  authenticatedRoute,
} from '#api/platform/route.ts'
import type { PresenceTracker } from '#api/people/presence.ts'

export interface DirectoryDeps {
  readModels: ReadModels
  presence: PresenceTracker
  directory: 'everyone' | 'connections'
  /** The ids of people who share a trip or a conversation with the user. */
  connectionsOf(userId: string): Promise<ReadonlySet<string>>
}

export function directoryRoutes(deps: DirectoryDeps): Route[] {
  const { readModels, presence, connectionsOf } = deps

  async function everybody(): Promise<DirectoryEntry[]> {
    const doc = await readModels.get(directory, EVERYBODY)
    return doc ? activePeople(doc) : []
  }

  async function visibleTo(
    { id: caller }: Session,
    people: readonly DirectoryEntry[],
  ): Promise<readonly DirectoryEntry[]> {
    if (deps.directory === 'everyone') return people
    const connections = await connectionsOf(caller)
    return people.filter(({ id }) => id === caller || connections.has(id))
  }

  const toUser = ({ id, username, email, isAdmin }: DirectoryEntry): User => {
    return { id, username, email, isAdmin, ...presence.ofUser(id) }
  }

  async function listUsers({ session }: AuthenticatedRequest): Promise<ApiResponse> {
    return { body: { data: (await visibleTo(session, await everybody())).map(toUser) } }
  }

  async function getUser({ session, params }: AuthenticatedRequest): Promise<ApiResponse> {
    const userId = params['userId'] ?? ''
    const people = isId(userId) ? (await everybody()).filter(({ id }) => id === userId) : []
    const [found] = await visibleTo(session, people)
    if (!found) throw toHttpError(refuse('NoSuchUser'), contract.peopleRefusals)
    return { body: { data: toUser(found) } }
  }

  async function searchUsers({ session, query }: AuthenticatedRequest): Promise<ApiResponse> {
    const text = singleQuery(query, ['q']).q?.trim() ?? ''
    const { min, hits } = peopleLimits.search
    const name = foldName(text)
    // The screen searches for 'a' before anything is typed. Invisible characters do not count.
    if (Math.min(text.length, name.length) < min && text !== 'a')
      throw validationError({ q: `Type at least ${min} characters to search` })
    const people = await everybody()
    const visible = new Set(await visibleTo(session, people))
    const found = searchPeople(
      people.filter((person) => visible.has(person) || person.name === name),
      text,
      hits,
    )
    const users = found.map(({ id, username, email }): UserHit => ({ id, username, email }))
    return { body: { users } }
  }

  return [
    authenticatedRoute(contract.listUsers, listUsers),
    // Before the path with an id, which would match 'search'.
    authenticatedRoute(contract.searchUsers, searchUsers),
    authenticatedRoute(contract.getUser, getUser),
  ]
}
