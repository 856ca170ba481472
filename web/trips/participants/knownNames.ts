// Names of people who were found and are not on the trip yet: their invitation carries ids alone.

export const knownNames = new Map<string, string>()
