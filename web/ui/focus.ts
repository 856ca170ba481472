// Where the focus goes from what is removed, so that the keyboard never starts from nowhere.

const fields = 'input:not([type=hidden]):not(:disabled), select:not(:disabled), textarea:not(:disabled)'

/** The field of a dialog or group in which one starts. */
export const firstField = (within: Element): HTMLElement | null =>
  within.querySelector<HTMLElement>('[data-autofocus]') ?? within.querySelector<HTMLElement>(fields)

/**
 * Call it before the control is removed. The focus goes to the next row of its list, else to the one before, else to
 * the first field around it.
 */
export function leaveControl(control: Element): void {
  const row = control.closest('li')
  const beside = row?.nextElementSibling ?? row?.previousElementSibling
  const around = control.closest('fieldset, [role=group], [role=dialog]')
  const target = beside?.querySelector('button') ?? (around && firstField(around))
  target?.focus({ preventScroll: true })
}

/** Takes the focus where no element has it. */
export function focusIfLost(element: HTMLElement | null): void {
  const { activeElement, body } = document
  if (activeElement === null || activeElement === body) element?.focus({ preventScroll: true })
}
