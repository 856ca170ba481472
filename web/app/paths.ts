// The links to the app's screens, made from the table of their routes.

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
  /** What happened to one thing: its id, or one of the topics of the history. */
  historyAbout: (tripId: string, about: string) => `${history(tripId)}?about=${encodeURIComponent(about)}`,
  /** Others' public trips, in the place of one's own; and one of them over these. */
  discover: `${travel}?view=discover`,
  discovered: (tripId: string) => `${trip(tripId)}?view=discover`,
  profile,
} as const

/** Where log-in leads (spec §2). */
export const firstPath = paths.chat
