// The text of a message, with the links in it. Until the code that finds them is loaded it is plain text of the same size.

import { createLazyCode } from '#web/ui/lazyCode.ts'

const useTextParts = createLazyCode(async () => (await import('#web/chat/view/textParts.ts')).toTextParts)

/** @param isTabStop the Tab key stops at the links. A long press on one opens the menu of the message. */
export function MessageText({ text, isTabStop }: { text: string; isTabStop: boolean }) {
  const toTextParts = useTextParts()
  if (!toTextParts) return text
  return toTextParts(text).map(({ text: words, href, shown = words }, index) =>
    href === undefined ? (
      words
    ) : (
      <a
        key={index}
        href={href}
        {...(href.startsWith('http') && { target: '_blank', rel: 'noopener noreferrer' })}
        tabIndex={isTabStop ? 0 : -1}
        // Otherwise a long press drags the link or opens the browser's menu.
        draggable={false}
        className="text-primary underline underline-offset-2 [-webkit-touch-callout:none]"
      >
        {shown}
      </a>
    ),
  )
}
