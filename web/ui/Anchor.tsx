/**
 * A link that stays a link: it can be copied and opened in a new tab, and a plain click moves inside the app.
 * The pieces know no router; the app hands its `navigate` to `Navigation` once. Without it, the browser loads.
 */
import { type ComponentProps, createContext, type MouseEvent, use } from 'react'

type Navigate = (href: string) => void

export const Navigation = createContext<Navigate | undefined>(undefined)

export function Anchor({ onClick, children, ...rest }: ComponentProps<'a'> & { href: string }) {
  const navigate = use(Navigation)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (navigate === undefined || event.defaultPrevented || !isPlainClick(event) || rest.target) return
    event.preventDefault()
    navigate(rest.href)
  }
  return (
    <a {...rest} onClick={follow}>
      {children}
    </a>
  )
}

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
