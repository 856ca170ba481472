// Gestures on a photo in full screen: two fingers zoom it, one moves a zoomed one, else drags it down to close; a double tap
// zooms in and out. Sideways the browser scrolls.

import { type RefObject, useEffect, useEffectEvent } from 'react'

interface Zoom {
  isZoomed: boolean
  onZoom: (isZoomed: boolean) => void
  onDown: () => void
}

const MAX = 5
const DOUBLE_TAP = 2.5
/** What a finger drags at least to close. */
const DOWN_PX = 110

/** @param slide holds one image */
export function useZoom(slide: RefObject<HTMLElement | null>, { isZoomed, onZoom, onDown }: Zoom): void {
  const zoomed = useEffectEvent(onZoom)
  const down = useEffectEvent(onDown)
  const wantsZoom = useEffectEvent(() => isZoomed)
  useEffect(() => {
    const box = slide.current
    if (!box) return undefined
    const fingers = new Map<number, { x: number; y: number }>()
    const view = { scale: 1, x: 0, y: 0 }
    let before: { distance: number; x: number; y: number } | null = null
    let dragged = 0

    const show = () => {
      const image = box.querySelector('img')
      if (!image) return
      const limit = (size: number) => Math.max(0, (size * (view.scale - 1)) / 2)
      view.x = Math.max(-limit(box.clientWidth), Math.min(limit(box.clientWidth), view.x))
      view.y = Math.max(-limit(box.clientHeight), Math.min(limit(box.clientHeight), view.y))
      image.style.transform = `translate(${view.x}px, ${view.y + dragged}px) scale(${view.scale})`
    }
    const zoomTo = (scale: number, at: { x: number; y: number }) => {
      const { left, top, width, height } = box.getBoundingClientRect()
      const next = Math.max(1, Math.min(MAX, scale))
      // The point below the fingers stays there.
      const [x, y] = [at.x - left - width / 2, at.y - top - height / 2]
      view.x = x - ((x - view.x) * next) / view.scale
      view.y = y - ((y - view.y) * next) / view.scale
      view.scale = next
      show()
    }
    const middle = () => {
      const [a, b = a] = fingers.values()
      return { distance: Math.hypot(a!.x - b!.x, a!.y - b!.y), x: (a!.x + b!.x) / 2, y: (a!.y + b!.y) / 2 }
    }
    const begin = ({ pointerId, clientX: x, clientY: y, pointerType }: PointerEvent) => {
      if (pointerType === 'mouse' && view.scale === 1) return
      fingers.set(pointerId, { x, y })
      before = middle()
    }
    const move = ({ pointerId, clientX: x, clientY: y }: PointerEvent) => {
      if (!fingers.has(pointerId) || !before) return
      fingers.set(pointerId, { x, y })
      const now = middle()
      if (fingers.size > 1) zoomTo((view.scale * now.distance) / Math.max(1, before.distance), now)
      if (view.scale > 1) {
        view.x += now.x - before.x
        view.y += now.y - before.y
      } else if (fingers.size === 1) dragged = Math.max(0, dragged + now.y - before.y)
      before = now
      show()
    }
    const end = (event: PointerEvent) => {
      if (!fingers.delete(event.pointerId)) return
      before = fingers.size > 0 ? middle() : null
      if (fingers.size > 0) return
      const isDown = dragged > DOWN_PX && event.type === 'pointerup'
      dragged = 0
      show()
      if (isDown) return down()
      if (view.scale > 1 !== wantsZoom()) zoomed(view.scale > 1)
    }
    const double = ({ clientX: x, clientY: y }: MouseEvent) => {
      zoomTo(view.scale > 1 ? 1 : DOUBLE_TAP, { x, y })
      zoomed(view.scale > 1)
    }
    const wanted = () => {
      if (view.scale > 1 === wantsZoom()) return
      const { left, top, width, height } = box.getBoundingClientRect()
      zoomTo(wantsZoom() ? DOUBLE_TAP : 1, { x: left + width / 2, y: top + height / 2 })
    }
    const listening = new AbortController()
    const { signal } = listening
    box.addEventListener('pointerdown', begin, { signal })
    box.addEventListener('pointermove', move, { signal })
    box.addEventListener('pointerup', end, { signal })
    box.addEventListener('pointercancel', end, { signal })
    box.addEventListener('dblclick', double, { signal })
    box.addEventListener('wanted', wanted, { signal })
    return () => listening.abort()
  }, [slide])
  // A key or a button has changed it.
  useEffect(() => void slide.current?.dispatchEvent(new Event('wanted')), [slide, isZoomed])
}
