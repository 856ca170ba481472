// Names of users a search has found, by id: a pending invitation has only their ids.

export const foundNames = new Map<string, string>()
