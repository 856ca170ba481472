// Shows who is typing, in one line with at most three names. Screen readers do not announce it, because that would
// interrupt the messages.

/** @param names in the order in which they started to type */
export function TypingLabel({ names }: { names: readonly string[] }) {
  return toTypingParts(names).map((word, i) => (i % 2 === 0 ? <bdi key={i}>{word}</bdi> : word))
}

/** Alternates between a name and the text that follows it: names have even indexes. */
export function toTypingParts(names: readonly string[]): string[] {
  const [one = '', two = '', three = ''] = names
  switch (names.length) {
    case 0:
      return []
    case 1:
      return [one, ' is typing...']
    case 2:
      return [one, ' and ', two, ' are typing...']
    case 3:
      return [one, ', ', two, ' and ', three, ' are typing...']
    default:
      return [one, ', ', two, ` and ${names.length - 2} others are typing...`]
  }
}
