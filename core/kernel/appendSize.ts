// How large an append to the log may be, and the measure of its JSON.

/**
 * What one append may hold: EventStoreDB's default. It counts the data and the metadata as UTF-8, and the type at two bytes
 * a character.
 */
export const MAX_APPEND_BYTES = 1_048_576

/**
 * What is collected into one append: a larger one would keep the stream's other commands waiting for longer. The first
 * item is taken at any size, so the other half is for it and for the metadata.
 */
export const MAX_BATCH_BYTES = MAX_APPEND_BYTES / 2

const encoder = new TextEncoder()

/** The length of a JSON text in UTF-8. Most are ASCII, which needs no copy. */
export const utf8Bytes = (text: string): number =>
  /[^ -~]/.test(text) ? encoder.encode(text).length : text.length
