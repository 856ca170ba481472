// The routes that list and find users. With DIRECTORY=connections a user without a shared trip or conversation is found
// only by a search for the exact username, and without the e-mail address; GET /users/:userId responds 404 for them.

import { refuse } from '#core/kernel/decider.ts'
import { isId } from '#core/kernel/ids.ts'
import { personIn } from '#core/kernel/personName.ts'
import { foldName } from '#core/kernel/text.ts'
import type { FoundUser, User } from '#core/people/contract.ts'
import * as contract from '#core/people/contract.ts'
import { peopleLimits } from '#core/people/limits.ts'
import {
  activePeople,
  directory,
  DIRECTORY_KEY,
  searchPeople,
  type DirectoryEntry,
} from '#projections/people/directory.ts'
import { toHttpError } from '#api/platform/operationRoute.ts'
import { validationError } from '#api/platform/http/httpError.ts'
import { singleQuery } from '#api/platform/http/query.ts'
import type { ReadModels } from '#api/platform/readModels.ts'
import {
  type ApiResponse,
  type Route,
  type Session,
  type AuthenticatedRequest,
  authenticatedRoute,
} from '#api/platform/http/route.ts'
import type { PresenceTracker } from '#api/people/presence.ts'

export interface DirectoryDeps {
  readModels: ReadModels
  presence: PresenceTracker
  /** Whom a user sees: everyone, or only people who share a trip or a conversation with them. */
  directoryScope: 'everyone' | 'connections'
  /** The ids of people who share a trip or a conversation with the user. */
  connectionsOf(userId: string): Promise<ReadonlySet<string>>
}

export function directoryRoutes(deps: DirectoryDeps): Route[] {
  const { readModels, presence, directoryScope, connectionsOf } = deps

  async function readActivePeople(): Promise<DirectoryEntry[]> {
    const doc = await readModels.get(directory, DIRECTORY_KEY)
    return doc ? activePeople(doc) : []
  }

  /** A provisional account and the others see each other only where they share a trip or a conversation. */
  async function onlyVisible(people: DirectoryEntry[], session: Session): Promise<DirectoryEntry[]> {
    const seesAll = directoryScope === 'everyone' && !session.isProvisional
    if (seesAll && !people.some((person) => person.isProvisional)) return people
    const connections = await connectionsOf(session.id)
    return people.filter(
      ({ id, isProvisional }) => (seesAll && !isProvisional) || id === session.id || connections.has(id),
    )
  }

  const toUser = (person: DirectoryEntry): User => {
    const { email, isAdmin } = person
    return { ...personIn(person), email, isAdmin, ...presence.ofUser(person.id) }
  }

  async function listUsers({ session }: AuthenticatedRequest): Promise<ApiResponse> {
    return { body: { data: (await onlyVisible(await readActivePeople(), session)).map(toUser) } }
  }

  async function getUser({ session, params }: AuthenticatedRequest): Promise<ApiResponse> {
    const userId = params['userId'] ?? ''
    const people = isId(userId) ? (await readActivePeople()).filter(({ id }) => id === userId) : []
    const [user] = await onlyVisible(people, session)
    if (!user) throw toHttpError(refuse('NoSuchUser'), contract.peopleRefusals)
    return { body: { data: toUser(user) } }
  }

  async function searchUsers({ session, query }: AuthenticatedRequest): Promise<ApiResponse> {
    const text = singleQuery(query, ['q']).q?.trim() ?? ''
    const { min, maxResults } = peopleLimits.search
    const foldedText = foldName(text)
    // The screen searches for 'a' before anything is typed. Invisible characters do not count.
    if (Math.min(text.length, foldedText.length) < min && text !== 'a')
      throw validationError({ q: `Type at least ${min} characters to search` })
    const people = await readActivePeople()
    const visible = new Set(await onlyVisible(people, session))
    const found = searchPeople(
      people.filter(
        (person) =>
          visible.has(person) ||
          (person.foldedName === foldedText && !session.isProvisional && !person.isProvisional),
      ),
      text,
      maxResults,
    )
    const users = found.map((person): FoundUser => {
      return { ...personIn(person), email: visible.has(person) ? person.email : null }
    })
    return { body: { users } }
  }

  return [
    authenticatedRoute(contract.listUsers, listUsers),
    // Before the path with an id, which would match 'search'.
    authenticatedRoute(contract.searchUsers, searchUsers),
    authenticatedRoute(contract.getUser, getUser),
  ]
}
