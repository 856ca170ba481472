// The paths of the app's screens, built from the table of routes.

import { routes } from '#core/routes.ts'

const { landing, login, register, home, chats, contacts, profile } = routes

const withId = (route: string, id: string) => route.replace(/:id\??/, encodeURIComponent(id))
const travel = routes.travel.replace('/:id?', '')
const trip = (tripId: string) => withId(routes.travel, tripId)
const history = (tripId: string) => withId(routes.history, tripId)

export const paths = {
  landing,
  login,
  register,
  app: home,
  chat: chats,
  conversation: (chatId: string) => withId(routes.conversation, chatId),
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
