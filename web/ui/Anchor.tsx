/**
 * A link that stays a link: it can be copied and opened in a new tab, and a plain click moves inside the app.
 * The pieces know no router; the app hands its `navigate` to `Navigation` once. Without it, the browser loads.
 */
import { type ComponentProps, createContext, type MouseEvent, use } from 'react'

/** @param isBack the link leads to where one came from, if that is where it leads */
type Navigate = (href: string, isBack?: boolean) => void

export const Navigation = createContext<Navigate | undefined>(undefined)

interface AnchorProps extends ComponentProps<'a'> {
  href: string
  /** Whoever came from there goes back instead of on, and finds it as it was left. */
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
