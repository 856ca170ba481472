// Checks that a button floats: it stays in its place above the screen while what is below it scrolls.

import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/** Leaves the screen as it was. */
export async function expectFloating(button: Locator): Promise<void> {
  await button.waitFor()
  const { scrolled, before, after } = await button.evaluate((element) => {
    const placeOf = () => {
      const { left, bottom } = element.getBoundingClientRect()
      return [Math.round(left), Math.round(bottom)]
    }
    const screen =
      element.closest('[role=dialog]')?.querySelector('[role=tabpanel]') ?? document.querySelector('main')
    const content = screen!.appendChild(document.createElement('div'))
    content.style.height = '3000px'
    let scrollers: Element[] = []
    for (let at: Element | null = content; at; at = at.parentElement) scrollers.push(at)
    const before = placeOf()
    scrollers = scrollers.filter((each) => {
      each.scrollTop += 400
      return each.scrollTop >= 400
    })
    const after = placeOf()
    for (const each of scrollers) each.scrollTop -= 400
    content.remove()
    return { scrolled: scrollers.length, before, after }
  })
  expect(scrolled, 'what is below the button scrolls').toBeGreaterThan(0)
  expect(after, 'the place of the button').toEqual(before)
}
