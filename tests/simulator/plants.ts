// Mistakes planted where the client and the server touch the world, to prove that the simulator finds such mistakes.

export type Plant =
  /** Each try of a message goes out as if it were the first. */
  | 'sendsAnew'
  /** What is unsent is kept in the tab alone. */
  | 'forgetsOnReload'
  /** Nobody is told up to where a conversation goes on joining it. */
  | 'neverSaysWhatWasMissed'
