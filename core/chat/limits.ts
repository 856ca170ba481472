// How long the texts of conversations may be, and how many people and messages there are at once.

export const chatLimits = {
  /** UTF-16 units; in UTF-8 these are never more than 12,000 bytes. */
  message: { max: 4000 },
  tripChat: { name: { min: 2, max: 50 }, description: { max: 200 } },
  group: { name: { max: 100 }, description: { max: 200 }, others: 49 },
  page: { default: 50, max: 100 },
  /** UTF-16 units of a search for conversations or messages. */
  search: { max: 100 },
  /** UTF-16 units; the longest emoji of Unicode, families with skin tones, has fewer. */
  emoji: { max: 40 },
  /** In a message. */
  mentions: { max: 50 },
  /** Different ones on a message. */
  reactions: { max: 20 },
} as const
