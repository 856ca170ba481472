// Endpoints of other features, for the notes about their refused commands and for visits. Written again, because a trip
// opens without the files of their contracts; a test compares the two.

export const endpointsElsewhere = {
  listTripChats: { method: 'GET', path: '/trips/:tripId/chats' },
  changeTripChat: { method: 'PUT', path: '/trips/:tripId/chats/:chatId' },
  deleteTripChat: { method: 'DELETE', path: '/trips/:tripId/chats/:chatId' },
  undoChange: { method: 'POST', path: '/trips/:tripId/history/:n/undo' },
  restoreChange: { method: 'POST', path: '/trips/:tripId/history/:n/restore' },
} as const
