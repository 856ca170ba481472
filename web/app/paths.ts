// Every address of the app, said once.

export const paths = {
  landing: '/',
  login: '/login',
  register: '/register',
  app: '/app',
  chat: '/app/chat',
  conversation: (chatId: string) => `/app/chat/${encodeURIComponent(chatId)}`,
  contacts: '/app/contacts',
  travel: '/app/travel',
  trip: (tripId: string) => `/app/travel/${encodeURIComponent(tripId)}`,
  history: (tripId: string) => `/app/travel/${encodeURIComponent(tripId)}/history`,
  /** What happened to one thing: its id, or one of the topics of the history. */
  historyAbout: (tripId: string, about: string) =>
    `/app/travel/${encodeURIComponent(tripId)}/history?about=${encodeURIComponent(about)}`,
  /** Others' public trips, in the place of one's own; and one of them over these. */
  discover: '/app/travel?view=discover',
  discovered: (tripId: string) => `/app/travel/${encodeURIComponent(tripId)}?view=discover`,
  profile: '/app/profile',
} as const

/** Where log-in leads (spec §2). */
export const firstPlace = paths.chat
