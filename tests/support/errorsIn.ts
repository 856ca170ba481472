// The errors in the log of a server whose Redis and event store are up all the time.

/** A store that responds too late, as on a busy machine, is logged as an error too, and so is Redis until its next connection. */
const LATE =
  /Command timed out|Connection timeout|Socket timeout|did not reply within|Redis is away|no reply within|Deadline exceeded/i

/** The lines of a log that are errors, without those about a store that responded late. */
export const errorsIn = (logs: string): string[] =>
  logs.split('\n').filter((line) => line.includes('"level":50') && !LATE.test(line))
