// The addresses of the client's screens, as patterns of its router: the client's routes and links, the server's
// documents (core/htmlDocuments.ts) and the service worker's responses all derive from this table.

export const screenRoutes = {
  landing: '/',
  demo: '/demo/settlement',
  login: '/login',
  register: '/register',
  /** With the secret of an invite link in the fragment, which reaches no server. */
  join: '/join',
  home: '/app',
  chats: '/app/chat',
  conversation: '/app/chat/:id',
  contacts: '/app/contacts',
  /** The list of trips, with a trip opened over it. */
  travel: '/app/travel/:id?',
  history: '/app/travel/:id/history',
  profile: '/app/profile',
} as const
