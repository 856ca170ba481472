// Starts, ends and finds sessions. A session is judged from three streams, so that a password change or a disabled
// account ends it without a second write.

import type { AuthUser } from '#core/people/contract.ts'
import {
  type SessionRecord,
  type SessionsCommand,
  type SessionsState,
  accountStreamType,
  credentialsStreamType,
  isLive,
  sessionsStreamType,
} from '#core/people/decider.ts'
import { idFrom } from '#core/kernel/ids.ts'
import type { HandleCommand, CommandOutcome } from '#core/store/command.ts'
import { runCommand } from '#core/store/runCommand.ts'
import type { StreamReader } from '#core/store/streamReader.ts'
import type { Verified } from '#api/people/accounts.ts'
import { deviceNameOf } from '#api/people/device.ts'
import { withTime, type PeopleRequest } from '#api/people/peopleRequest.ts'
import { TOKEN_LIFE_MS } from '#api/people/tokens.ts'

export interface SessionStore {
  /** A retry returns the same session; undefined when newer sessions have replaced it. */
  start(
    verified: Verified,
    userAgent: string,
    request: PeopleRequest,
  ): Promise<CommandOutcome<SessionRecord | undefined>>
  /** The session with its newest times; undefined where it has ended. */
  renew(
    userId: string,
    sid: string,
    request: PeopleRequest,
  ): Promise<CommandOutcome<SessionRecord | undefined>>
  end(userId: string, sid: string, request: PeopleRequest): Promise<CommandOutcome<undefined>>
  /** Ends all sessions but this one. */
  endOthers(userId: string, sid: string, request: PeopleRequest): Promise<CommandOutcome<undefined>>
  /** Newest first. */
  liveOf(userId: string): Promise<SessionRecord[]>
  /** The account, and whether the session is live; null for a missing or disabled account. */
  find(userId: string, sid: string): Promise<{ user: AuthUser; isLive: boolean } | null>
}

interface Deps {
  handleCommand: HandleCommand
  reader: StreamReader
  /** Milliseconds since 1970. */
  clock(): number
}

export function createSessionStore({ handleCommand, reader, clock }: Deps): SessionStore {
  function run<ResponseBody = undefined>(
    userId: string,
    command: SessionsCommand,
    request: PeopleRequest,
    toResponse?: (state: SessionsState) => ResponseBody,
  ) {
    return runCommand(
      handleCommand,
      sessionsStreamType,
      userId,
      command,
      withTime(request, clock),
      toResponse,
    )
  }

  async function read(userId: string) {
    const [account, credentials, sessions] = await Promise.all([
      reader.lastKnown(accountStreamType, userId),
      reader.lastKnown(credentialsStreamType, userId),
      reader.lastKnown(sessionsStreamType, userId),
    ])
    const isLiveSession = (session: SessionRecord) => isLive(session, account, credentials, clock())
    return { account, sessions, isLiveSession }
  }

  const expiry = () => new Date(clock() + TOKEN_LIFE_MS).toISOString()

  return {
    start({ user, credentials, account }, userAgent, request) {
      const sid = idFrom(user.id, request.key)
      const session = {
        sid,
        device: deviceNameOf(userAgent),
        expiresAt: expiry(),
        credentials,
        account,
      }
      return run(user.id, { type: 'StartSession', session }, request, (state) => state.get(sid))
    },
    renew: (userId, sid, request) =>
      run(userId, { type: 'RenewSession', sid, expiresAt: expiry() }, request, (state) => state.get(sid)),
    end: (userId, sid, request) => run(userId, { type: 'EndSession', sid }, request),
    endOthers: (userId, sid, request) => run(userId, { type: 'EndOtherSessions', currentSid: sid }, request),
    async liveOf(userId) {
      const { sessions, isLiveSession } = await read(userId)
      const live = [...sessions.values()].filter(isLiveSession).reverse()
      // A renewed session keeps its place.
      return live.sort((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))
    },
    async find(userId, sid) {
      const { account, sessions, isLiveSession } = await read(userId)
      if (account.status !== 'active' || !account.user) return null
      const session = sessions.get(sid)
      return { user: account.user, isLive: session !== undefined && isLiveSession(session) }
    },
  }
}
