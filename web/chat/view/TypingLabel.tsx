// Who is typing, in one line of bounded length. It is not announced to screen readers, which would interrupt the messages.

/** @param names in the order they started */
export function TypingLabel({ names }: { names: readonly string[] }) {
  return typingWords(names).map((word, i) => (i % 2 === 0 ? <bdi key={i}>{word}</bdi> : word))
}

/** Names and the texts between them, alternating. */
export function typingWords(names: readonly string[]): string[] {
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
