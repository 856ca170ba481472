// The port to the store of the offline cache.

export interface CacheRow {
  /** The id of the person who may read it. */
  by: string
  /** The path of a query, or a part of the chat. */
  name: string
  /** JSON: parsed when it is needed, so that loading hundreds of rows at the start costs little. */
  text: string
  /** The log position of the content; '' for none. */
  position: string
  /** When it was fetched, in ms since 1970 by this device's clock. */
  at: number
}

export interface CacheStore {
  /** Returns this person's rows, and removes all rows of others and all that were written with other `shapes`. */
  open(by: string, shapes: string): Promise<CacheRow[]>
  /**
   * Writes these rows, except those that are not wanted.
   * @param isWanted asked within the transaction, which a suspended page may repeat much later
   */
  put(
    rows: readonly CacheRow[],
    isWanted: (row: CacheRow, stored: CacheRow | undefined) => boolean,
  ): Promise<void>
  remove(by: string, names: readonly string[]): Promise<void>
  clear(): Promise<void>
}
