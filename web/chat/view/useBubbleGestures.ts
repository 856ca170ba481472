// Touch gestures on a message: a long press opens its menu, two taps give it a heart, a swipe to the right replies. Vertical scrolling and the swipe
// back from the screen's edge stay with the browser.

import { type RefObject, useEffect, useEffectEvent } from 'react'

interface Gestures {
  /** @param bubble the element of the message */
  onPress(messageId: string, bubble: HTMLElement): void
  onDoubleTap(messageId: string): void
  onSwipe(messageId: string): void
}

const PRESS_MS = 450
const DOUBLE_TAP_MS = 300
/** A press may move this far, in px. */
const MAX_MOVE_PX = 10
/** The browser's swipe back starts within this distance of the edge, in px. */
const EDGE_PX = 28
/** How far a swipe moves the message at most, and how far it must to count, in px. */
const [MAX_SWIPE_PX, MIN_SWIPE_PX] = [72, 52]

export function useBubbleGestures(scroller: RefObject<HTMLElement | null>, gestures: Gestures): void {
  const press = useEffectEvent(gestures.onPress)
  const doubleTap = useEffectEvent(gestures.onDoubleTap)
  const swipe = useEffectEvent(gestures.onSwipe)
  useEffect(() => {
    const box = scroller.current
    if (!box) return undefined
    let touched: { id: string; element: HTMLElement; x: number; y: number; pointer: number } | null = null
    let isSwiping = false
    /** The press that opened the menu has not ended yet. */
    let hasPressed = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let lastTap = { id: '', at: 0 }

    const down = (event: PointerEvent) => {
      end()
      hasPressed = false
      const element = (event.target as Element).closest<HTMLElement>('[data-message]')
      // A long press on a photo is one on its message.
      const isControl = (event.target as Element).closest('button:not([data-photo])') !== null
      if (event.pointerType === 'mouse' || !event.isPrimary || !element) return
      const { clientX: x, clientY: y, pointerId: pointer } = event
      touched = { id: element.dataset['message']!, element, x, y, pointer }
      if (!isControl) timer = setTimeout(pressed, PRESS_MS)
    }
    const tapped = ({ target, timeStamp: at }: PointerEvent, id: string) => {
      if ((target as Element).closest('button, a')) return
      const isSecond = lastTap.id === id && at - lastTap.at < DOUBLE_TAP_MS
      lastTap = isSecond ? { id: '', at: 0 } : { id, at }
      if (isSecond) doubleTap(id)
    }
    const pressed = () => {
      if (!touched) return
      navigator.vibrate?.(8)
      hasPressed = true
      press(touched.id, touched.element)
      end()
    }
    const move = (event: PointerEvent) => {
      if (!touched || event.pointerId !== touched.pointer) return
      const [dx, dy] = [event.clientX - touched.x, event.clientY - touched.y]
      if (Math.hypot(dx, dy) > MAX_MOVE_PX) clearTimeout(timer)
      if (!isSwiping) {
        if (Math.abs(dy) > MAX_MOVE_PX || dx < -MAX_MOVE_PX || touched.x < EDGE_PX) return end()
        if (dx <= MAX_MOVE_PX) return
        isSwiping = true
        box.setPointerCapture(touched.pointer)
      }
      touched.element.style.translate = `${Math.max(0, Math.min(MAX_SWIPE_PX, dx - MAX_MOVE_PX))}px 0`
    }
    const up = (event: PointerEvent) => {
      const done =
        touched && isSwiping && event.clientX - touched.x - MAX_MOVE_PX >= MIN_SWIPE_PX ? touched.id : null
      const isTap =
        touched &&
        !isSwiping &&
        Math.hypot(event.clientX - touched.x, event.clientY - touched.y) <= MAX_MOVE_PX
      const id = touched?.id
      end()
      if (done !== null) swipe(done)
      else if (isTap && id !== undefined) tapped(event, id)
    }
    const end = () => {
      clearTimeout(timer)
      if (touched) touched.element.style.translate = ''
      touched = null
      isSwiping = false
    }
    // Prevents the browser's own menu of a long press, and the click at its end, which would close ours.
    const noMenu = (event: Event) => {
      if (touched || hasPressed) event.preventDefault()
    }
    const noClick = (event: TouchEvent) => {
      if (hasPressed && event.cancelable) event.preventDefault()
    }

    const listening = new AbortController()
    const { signal } = listening
    box.addEventListener('pointerdown', down, { signal })
    box.addEventListener('pointermove', move, { signal })
    box.addEventListener('pointerup', up, { signal })
    box.addEventListener('pointercancel', end, { signal })
    box.addEventListener('contextmenu', noMenu, { signal })
    box.addEventListener('touchend', noClick, { signal, passive: false })
    return () => {
      end()
      listening.abort()
    }
  }, [scroller])
}
