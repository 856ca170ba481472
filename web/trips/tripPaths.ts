// The queries that a command of a trip changes.

/** The paths that a change of a trip, its people or its invitations changes, besides its replica. */
export const tripPaths = (tripId: string): string[] => [`/trips/${tripId}`, '/trips?', '/trip-invitations']
