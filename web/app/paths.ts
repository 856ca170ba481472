// Every address of the app, said once.

export const paths = {
  landing: '/',
  login: '/login',
  register: '/register',
  app: '/app',
  travel: '/app/travel',
  trip: (tripId: string) => `/app/travel/${encodeURIComponent(tripId)}`,
  profile: '/app/profile',
} as const

/** Where log-in and /app lead until Home and Chats exist. */
export const firstPlace = paths.travel
export const isHome = (path: string): boolean => path.replace(/\/$/, '') === paths.app
