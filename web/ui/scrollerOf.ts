/** What scrolls an element: the nearest element around it that may scroll, else the page; null for no element. */
export function scrollerOf(element: HTMLElement | null): HTMLElement | null {
  for (let parent = element?.parentElement; parent; parent = parent.parentElement)
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent
  return document.scrollingElement as HTMLElement | null
}
