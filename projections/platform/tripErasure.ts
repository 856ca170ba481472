// Removes a trip's documents with the trip. A command of the money or the itinerary that was decided before the deletion
// may be written after it, and makes its document anew; the erasure of that command's stream then removes it for good.

/** For a projection whose key is the trip's id in the stream's name. */
export const onTripErasure = { TripDeleted: () => null, StreamErased: () => null }
