// What a run of rounds prints, and `npm run faults` publishes.

/** The sums over the rounds with one store. */
export interface Total {
  rounds: number
  /** Seeds. */
  failed: number[]
  acknowledged: number
  unanswered: number
  reads: number
  /** For each fault, how long each recovery took in ms. */
  recoveries: Record<string, number[]>
}
