// The pages in which the lists of trips are loaded.

export const PAGE = 20
export const firstPage = { limit: PAGE, offset: 0 }
export const firstDiscovered = { scope: 'discover', ...firstPage }
