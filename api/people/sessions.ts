// Log-ins and their ends. A session is judged from three streams, so that a password change or a disabled account
// ends it without a second write.

import type { AuthUser } from '#core/people/contract.ts'
import type { SessionRecord } from '#core/people/decider.ts'
import { accountStreamType, credentialsStreamType, isLive, sessionsStreamType } from '#core/people/decider.ts'
import { idFrom } from '#core/kernel/ids.ts'
import type { HandleCommand, CommandOutcome } from '#core/store/commandHandler.ts'
import type { StreamReader } from '#core/store/streamReader.ts'
import type { Verified } from '#api/people/accounts.ts'
import { deviceOf } from '#api/people/device.ts'
import type { PeopleRequest } from '#api/people/runCommand.ts'
import { createPeopleCommandRunner } from '#api/people/runCommand.ts'
import { TOKEN_LIFE_MS } from '#api/people/tokens.ts'

export interface SessionStore {
  /** The same request again gets the same session; undefined when that one is long forgotten. */
  start(
    of: Verified,
    userAgent: string,
    by: PeopleRequest,
  ): Promise<CommandOutcome<SessionRecord | undefined>>
  end(userId: string, sid: string, by: PeopleRequest): Promise<CommandOutcome<undefined>>
  endOthers(userId: string, kept: string, by: PeopleRequest): Promise<CommandOutcome<undefined>>
  /** Newest first. */
  liveOf(userId: string): Promise<SessionRecord[]>
  /** The account and whether this session of it lives; null for an account that is gone or disabled. */
  find(userId: string, sid: string): Promise<{ user: AuthUser; live: boolean } | null>
}

interface Deps {
  handleCommand: HandleCommand
  reader: StreamReader
  /** Milliseconds since 1970. */
  clock(): number
}

export function createSessionStore({ handleCommand, reader, clock }: Deps): SessionStore {
  const run = createPeopleCommandRunner(handleCommand, clock)

  async function read(userId: string) {
    const [account, credentials, sessions] = await Promise.all([
      reader.lastKnown(accountStreamType, userId),
      reader.lastKnown(credentialsStreamType, userId),
      reader.lastKnown(sessionsStreamType, userId),
    ])
    return { account, sessions, lives: (one: SessionRecord) => isLive(one, account, credentials, clock()) }
  }

  return {
    start({ user, credentials, account }, userAgent, by) {
      const sid = idFrom(user.id, by.key)
      const expiresAt = new Date(clock() + TOKEN_LIFE_MS).toISOString()
      const session = { sid, device: deviceOf(userAgent), expiresAt, credentials, account }
      return run(sessionsStreamType, user.id, { type: 'StartSession', session }, by, (all) => all.get(sid))
    },
    end: (userId, sid, by) => run(sessionsStreamType, userId, { type: 'EndSession', sid }, by),
    endOthers: (userId, kept, by) => run(sessionsStreamType, userId, { type: 'EndOtherSessions', kept }, by),
    async liveOf(userId) {
      const { sessions, lives } = await read(userId)
      return [...sessions.values()].filter(lives).reverse()
    },
    async find(userId, sid) {
      const { account, sessions, lives } = await read(userId)
      if (account.standing !== 'active' || !account.user) return null
      const session = sessions.get(sid)
      return { user: account.user, live: session !== undefined && lives(session) }
    },
  }
}
