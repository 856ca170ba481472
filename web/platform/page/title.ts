// The title of the page, in the tab and in the list of windows: '(3) Chats · Group Trip Planner' with unread messages,
// whose number is on the icon of an installed app, too.

let screen = ''
let unreadCount = 0

export function setTitle(next: string): void {
  screen = next
  apply()
}

/** The part that the screen has set. */
export const screenTitle = (): string => screen

export function showUnreadCount(count: number): void {
  unreadCount = count
  apply()
  // Not in every browser, and not for a page that is not installed.
  if ('setAppBadge' in navigator) void navigator.setAppBadge(count).catch(() => undefined)
}

function apply(): void {
  // Before the first screen the document has its own.
  if (screen === '') return
  document.title = `${unreadCount > 0 ? `(${unreadCount}) ` : ''}${screen} · Group Trip Planner`
}
