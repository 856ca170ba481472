// The paths of the app's screens, built from the table of routes.

import { screenRoutes } from '#core/screenRoutes.ts'

const { landing, login, register, join, home, chats, contacts, profile } = screenRoutes

const withId = (route: string, id: string) => route.replace(/:id\??/, encodeURIComponent(id))
const travel = screenRoutes.travel.replace('/:id?', '')
const trip = (tripId: string) => withId(screenRoutes.travel, tripId)
const history = (tripId: string) => withId(screenRoutes.history, tripId)

export const paths = {
  landing,
  login,
  register,
  join,
  app: home,
  chat: chats,
  conversation: (chatId: string) => withId(screenRoutes.conversation, chatId),
  contacts,
  travel,
  trip,
  history,
  /** The history of one subject, by its id, or of one topic. */
  historyAbout: (tripId: string, about: string) => `${history(tripId)}?about=${encodeURIComponent(about)}`,
  /** What others changed after a log position. */
  historySince: (tripId: string, position: string) =>
    `${history(tripId)}?since=${encodeURIComponent(position)}`,
  /** The public trips of others, and one of them. */
  discover: `${travel}?view=discover`,
  discovered: (tripId: string) => `${trip(tripId)}?view=discover`,
  profile,
} as const

/** The screen after a log-in (spec §2). */
export const firstPath = paths.chat
