// Takes the focus where no element has it.

export function focusIfLost(element: HTMLElement | null): void {
  const { activeElement, body } = document
  if (activeElement === null || activeElement === body) element?.focus({ preventScroll: true })
}
