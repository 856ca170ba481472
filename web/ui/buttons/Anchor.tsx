// A link that can be copied and opened in a new tab; a plain click navigates inside the app. web/ui knows no router: the
// app provides its `navigate` by `Navigation`. Without it, the browser loads the page.

import { type ComponentProps, createContext, type MouseEvent, use } from 'react'

/** @param isBack goes back in the history if the link leads to the previous page */
type Navigate = (href: string, isBack?: boolean) => void

export const Navigation = createContext<Navigate | undefined>(undefined)

interface AnchorProps extends ComponentProps<'a'> {
  href: string
  /** Goes back instead of forward when the link leads to the previous page, which is then as it was left. */
  back?: boolean
}

export function Anchor({ onClick, children, back = false, ...rest }: AnchorProps) {
  const navigate = use(Navigation)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (navigate === undefined || event.defaultPrevented || !isPlainClick(event) || rest.target) return
    event.preventDefault()
    navigate(rest.href, back)
  }
  return (
    <a {...rest} onClick={follow}>
      {children}
    </a>
  )
}

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
