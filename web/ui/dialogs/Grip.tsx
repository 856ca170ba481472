// The grip of a sheet that has risen on a phone. A finger that drags the sheet down closes it, unless it scrolls what is in it.

import { useEffect, useEffectEvent, useRef } from 'react'

/** What a finger drags at least: a part of the sheet's height, or a short way at this speed in px/ms. */
const [PART, SHORT_PX, SPEED] = [0.3, 40, 0.5]

export function Grip({ onClose }: { onClose: () => void }) {
  const grip = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const sheet = grip.current?.closest<HTMLElement>('[data-rises]')
    if (!sheet) return undefined
    let start: { x: number; y: number; time: number } | null = null
    let dragged = 0
    const begin = ({ touches, target, timeStamp: time }: TouchEvent) => {
      end()
      const [touch] = touches
      if (!touch || touches.length > 1 || isScrolled(target as Element, sheet)) return
      start = { x: touch.clientX, y: touch.clientY, time }
    }
    const move = (event: TouchEvent) => {
      const [touch] = event.touches
      if (!start || !touch) return
      const [dx, dy] = [touch.clientX - start.x, touch.clientY - start.y]
      // Once the browser scrolls, it cannot be stopped.
      if (event.touches.length > 1 || (dragged === 0 && dy <= Math.abs(dx))) return end()
      event.preventDefault()
      dragged = Math.max(1, dy)
      sheet.dataset['dragged'] = ''
      if (!matchMedia('(prefers-reduced-motion: reduce)').matches)
        sheet.style.setProperty('--dragged', `${dragged}px`)
    }
    const drop = ({ timeStamp }: TouchEvent) => {
      const isFast = start !== null && dragged > SHORT_PX && dragged / (timeStamp - start.time) > SPEED
      if (isFast || dragged > sheet.offsetHeight * PART) close()
      end()
    }
    const end = () => {
      start = null
      dragged = 0
      delete sheet.dataset['dragged']
      sheet.style.removeProperty('--dragged')
    }
    const listening = new AbortController()
    const { signal } = listening
    sheet.addEventListener('touchstart', begin, { signal, passive: true })
    sheet.addEventListener('touchmove', move, { signal, passive: false })
    sheet.addEventListener('touchend', drop, { signal })
    sheet.addEventListener('touchcancel', end, { signal })
    return () => listening.abort()
  }, [])
  return (
    <div
      ref={grip}
      aria-hidden
      className="mx-auto mt-2 h-1 w-9 rounded-full bg-line-strong opacity-50 md:hidden"
    />
  )
}

/** Whether what a finger is on is scrolled, or does something of its own when it is dragged. */
function isScrolled(target: Element, sheet: Element): boolean {
  if (target.closest('textarea, [type=range], [role=slider]')) return true
  for (let element: Element | null = target; element && element !== sheet; element = element.parentElement)
    if (element.scrollTop > 0) return true
  return sheet.scrollTop > 0
}
