// The address that shows a location on a map.

/**
 * Google's documented address for every device: it opens the maps app where one is installed. `geo:` is not known to
 * iPhones and most computers. Nothing but the location is in it (docs/decisions/0140).
 */
export const mapsUrl = (location: string): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(location)}`
