// Starts, ends and finds sessions. A session is judged from three streams, so that a password change or a disabled
// account ends it without a second write.

import type { AuthUser } from '#core/kernel/personName.ts'
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
import { START, StoreUnavailable } from '#core/store/eventStore.ts'
import type { HandleCommand, CommandOutcome } from '#core/store/command.ts'
import { runCommand } from '#core/store/runCommand.ts'
import type { StreamReader } from '#core/store/streamReader.ts'
import type { Verified } from '#api/people/accounts.ts'
import { withTime, type PeopleRequest } from '#api/people/peopleRequest.ts'
import { PROVISIONAL_LIFE_MS, TOKEN_LIFE_MS } from '#api/people/tokens.ts'

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
  /**
   * While the log cannot be written, ends it in this process alone and at once: whoever logs out on somebody else's phone
   * must not stay logged in there. It is stored as soon as that is possible; a process that ends before forgets it.
   */
  end(userId: string, sid: string, request: PeopleRequest): Promise<CommandOutcome<undefined>>
  /** Ends all sessions but this one. */
  endOthers(userId: string, sid: string, request: PeopleRequest): Promise<CommandOutcome<undefined>>
  /** Newest first. */
  liveOf(userId: string): Promise<SessionRecord[]>
  /** The account, and whether the session is live; null for a missing or disabled account. */
  find(userId: string, sid: string): Promise<{ user: AuthUser; isLive: boolean } | null>
}

export interface SessionStoreDeps {
  handleCommand: HandleCommand
  reader: StreamReader
  /** Milliseconds since 1970. */
  clock(): number
  /** A session has ended, and the log does not say so yet. */
  onUnstoredEnd?(userId: string, error: StoreUnavailable): void
}

const STORE_AGAIN_MS = 1000

export function createSessionStore({
  handleCommand,
  reader,
  clock,
  onUnstoredEnd,
}: SessionStoreDeps): SessionStore {
  /** The ids of sessions whose end is not in the log yet. */
  const unstored = new Set<string>()

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
    const isLiveSession = (session: SessionRecord) =>
      !unstored.has(session.sid) && isLive(session, account, credentials, clock())
    return { account, sessions, isLiveSession }
  }

  const expiry = ({ isProvisional }: Pick<AuthUser, 'isProvisional'>) =>
    new Date(clock() + (isProvisional ? PROVISIONAL_LIFE_MS : TOKEN_LIFE_MS)).toISOString()

  const store = (userId: string, sid: string, request: PeopleRequest) =>
    run(userId, { type: 'EndSession', sid }, request)

  function storeLater(userId: string, sid: string, request: PeopleRequest): void {
    setTimeout(() => {
      store(userId, sid, request).then(
        () => unstored.delete(sid),
        () => storeLater(userId, sid, request),
      )
    }, STORE_AGAIN_MS).unref()
  }

  async function end(userId: string, sid: string, request: PeopleRequest) {
    try {
      return await store(userId, sid, request)
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      unstored.add(sid)
      onUnstoredEnd?.(userId, error)
      storeLater(userId, sid, request)
      return { response: undefined, position: START, revision: 0, replayed: false, changed: false }
    }
  }

  return {
    start({ user, credentials, account }, userAgent, request) {
      const sid = idFrom(user.id, request.key)
      const session = {
        sid,
        device: deviceNameOf(userAgent),
        expiresAt: expiry(user),
        credentials,
        account,
      }
      return run(user.id, { type: 'StartSession', session }, request, (state) => state.get(sid))
    },
    end,
    async renew(userId, sid, request) {
      const { user } = await reader.lastKnown(accountStreamType, userId)
      const command = { type: 'RenewSession', sid, expiresAt: expiry(user ?? {}) } as const
      return run(userId, command, request, (state) => state.get(sid))
    },
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

/** 'Chrome on Android'; 'Unknown device' for an unknown header. For display only, because a client can send any text. */
export function deviceNameOf(userAgent: string): string {
  const browser = findName(BROWSERS, userAgent)
  const system = findName(SYSTEMS, userAgent)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}

function findName(patterns: readonly (readonly [RegExp, string])[], userAgent: string): string | undefined {
  return patterns.find(([pattern]) => pattern.test(userAgent.slice(0, 512)))?.[1]
}

// The order matters: the User-Agent of a browser or system also contains the names of some that follow it here.
const BROWSERS = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

const SYSTEMS = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
] as const
