// The port to where what somebody last saw is kept, so that it can be read without a network.

export interface CacheRow {
  /** Whose it is: only they are ever shown it. */
  by: string
  /** What it is: the path of a document, or a part of the chat. */
  name: string
  /** JSON, so that reading hundreds at the start costs next to nothing. */
  text: string
  /** The place in the log it shows; '' where it has none. */
  position: string
  /** When it came from the server, in ms since 1970 by this device's clock. */
  at: number
}

export interface CacheStore {
  /**
   * All that is kept for them; what is kept for anybody else is removed, and so is all that was written in other
   * shapes than those of this build.
   */
  open(by: string, shapes: string): Promise<CacheRow[]>
  /** Keeps these, except where `isNewer` says that what is there is the newer. */
  put(rows: readonly CacheRow[], isNewer: (row: CacheRow, kept: CacheRow) => boolean): Promise<void>
  remove(by: string, names: readonly string[]): Promise<void>
  clear(): Promise<void>
}
