// What a finger does with a message: a long press asks for its menu, a swipe to the right answers it. The browser
// keeps scrolling up and down, and the swipe from the screen's edge that leads back.

import type { RefObject } from 'react'
import { useEffect, useEffectEvent } from 'react'

export interface Gestures {
  /** @param bubble the element of the message */
  onPress(messageId: string, bubble: HTMLElement): void
  onSwipe(messageId: string): void
}

const PRESS_MS = 450
/** A finger is never still, in px. */
const STILL = 10
/** The browser's own swipe back begins here, in px. */
const EDGE = 28
/** As far as it goes, and as far as it must go to count, in px. */
const [FAR, ENOUGH] = [72, 52]

export function useBubbleGestures(scroller: RefObject<HTMLElement | null>, gestures: Gestures): void {
  const press = useEffectEvent(gestures.onPress)
  const swipe = useEffectEvent(gestures.onSwipe)
  useEffect(() => {
    const box = scroller.current
    if (!box) return undefined
    let held: { id: string; element: HTMLElement; x: number; y: number; pointer: number } | null = null
    let isSwiping = false
    /** The finger that asked for the menu is still down. */
    let hasPressed = false
    let timer: ReturnType<typeof setTimeout> | undefined

    const down = (event: PointerEvent) => {
      end()
      hasPressed = false
      const element = (event.target as Element).closest<HTMLElement>('[data-message]')
      const isControl = (event.target as Element).closest('button') !== null
      if (event.pointerType === 'mouse' || !event.isPrimary || !element) return
      const { clientX: x, clientY: y, pointerId: pointer } = event
      held = { id: element.dataset['message']!, element, x, y, pointer }
      if (!isControl) timer = setTimeout(pressed, PRESS_MS)
    }
    const pressed = () => {
      if (!held) return
      navigator.vibrate?.(8)
      hasPressed = true
      press(held.id, held.element)
      end()
    }
    const move = (event: PointerEvent) => {
      if (!held || event.pointerId !== held.pointer) return
      const [dx, dy] = [event.clientX - held.x, event.clientY - held.y]
      if (Math.hypot(dx, dy) > STILL) clearTimeout(timer)
      if (!isSwiping) {
        if (Math.abs(dy) > STILL || dx < -STILL || held.x < EDGE) return end()
        if (dx <= STILL) return
        isSwiping = true
        box.setPointerCapture(held.pointer)
      }
      held.element.style.translate = `${Math.max(0, Math.min(FAR, dx - STILL))}px 0`
    }
    const up = (event: PointerEvent) => {
      const done = held && isSwiping && event.clientX - held.x - STILL >= ENOUGH ? held.id : null
      end()
      if (done !== null) swipe(done)
    }
    const end = () => {
      clearTimeout(timer)
      if (held) held.element.style.translate = ''
      held = null
      isSwiping = false
    }
    // A long press would open the browser's own menu over ours, and its end would be a click beside ours.
    const noMenu = (event: Event) => {
      if (held || hasPressed) event.preventDefault()
    }
    const noClick = (event: TouchEvent) => {
      if (hasPressed && event.cancelable) event.preventDefault()
    }

    box.addEventListener('pointerdown', down)
    box.addEventListener('pointermove', move)
    box.addEventListener('pointerup', up)
    box.addEventListener('pointercancel', end)
    box.addEventListener('contextmenu', noMenu)
    box.addEventListener('touchend', noClick, { passive: false })
    return () => {
      end()
      box.removeEventListener('pointerdown', down)
      box.removeEventListener('pointermove', move)
      box.removeEventListener('pointerup', up)
      box.removeEventListener('pointercancel', end)
      box.removeEventListener('contextmenu', noMenu)
      box.removeEventListener('touchend', noClick)
    }
  }, [scroller])
}
