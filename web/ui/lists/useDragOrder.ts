// Reorders rows by dragging a handle: the other rows make room, and the drop reports the new order. Escape or a lost
// pointer cancels. A button must offer the same.

import { type CSSProperties, type PointerEvent, type RefCallback, useEffect, useRef, useState } from 'react'

interface Drag {
  id: string
  /** Ids in their present order, including the row. */
  group: readonly string[]
  from: number
  to: number
  /** Where the drag began, and how far it has moved, px. */
  startY: number
  by: number
  /** Tops of the group's rows before the drag. */
  tops: readonly number[]
  heights: readonly number[]
}

export interface DragHandle {
  onPointerDown(event: PointerEvent): void
  onPointerMove(event: PointerEvent): void
  onPointerUp(): void
  onPointerCancel(): void
}

export interface DragRow {
  ref: RefCallback<HTMLElement>
  style: CSSProperties | undefined
}

/** @param onDrop is given the ids of the group in their new order; not called when nothing moved */
export function useDragOrder(onDrop: (ids: readonly string[]) => void): {
  /** For the drag handle, which needs `touch-action: none`. */
  handleOf(id: string, group: readonly string[]): DragHandle
  rowOf(id: string): DragRow
} {
  const [drag, setDrag] = useState<Drag | null>(null)
  const rows = useRef(new Map<string, HTMLElement>())
  const isDragging = drag !== null

  useEffect(() => {
    if (!isDragging) return
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // Cancels only the drag, not the dialog around it.
      event.stopPropagation()
      setDrag(null)
    }
    addEventListener('keydown', cancel, { capture: true })
    return () => removeEventListener('keydown', cancel, { capture: true })
  }, [isDragging])

  return {
    handleOf: (id, group) => ({
      onPointerDown(event) {
        if (event.button !== 0) return
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        const boxes = group.map((rowId) => rows.current.get(rowId)!.getBoundingClientRect())
        const from = group.indexOf(id)
        const tops = boxes.map(({ top }) => top)
        const heights = boxes.map(({ height }) => height)
        setDrag({ id, group, from, to: from, startY: event.clientY, by: 0, tops, heights })
      },
      onPointerMove: ({ clientY }) => setDrag((previous) => previous && dragged(previous, clientY)),
      onPointerUp() {
        setDrag(null)
        if (drag && drag.to !== drag.from) onDrop(reordered(drag))
      },
      onPointerCancel: () => setDrag(null),
    }),
    rowOf: (id) => ({
      ref(element) {
        if (element) rows.current.set(id, element)
        else rows.current.delete(id)
      },
      style: drag ? styleIn(drag, id) : undefined,
    }),
  }
}

function dragged(drag: Drag, clientY: number): Drag {
  const { from, tops, heights, startY } = drag
  const last = tops.length - 1
  const [top, height] = [tops[from]!, heights[from]!]
  const lowest = tops[last]! + heights[last]! - height - top
  const by = Math.min(Math.max(clientY - startY, tops[0]! - top), lowest)
  // It swaps with each row whose middle its edge has passed.
  const passed = tops.map((other, n) => {
    const middle = other + heights[n]! / 2
    if (n < from) return top + by < middle ? -1 : 0
    return n > from && top + by + height > middle ? 1 : 0
  })
  return { ...drag, by, to: from + passed.reduce<number>((sum, step) => sum + step, 0) }
}

function reordered({ group, from, to }: Drag): string[] {
  const others = group.toSpliced(from, 1)
  return others.toSpliced(to, 0, group[from]!)
}

function styleIn({ id, group, from, to, by, heights }: Drag, row: string): CSSProperties | undefined {
  if (row === id)
    return {
      transform: `translateY(${by}px)`,
      zIndex: 2,
      background: 'var(--color-lifted)',
      boxShadow: 'var(--shadow-float)',
    }
  const index = group.indexOf(row)
  if (index < 0) return undefined
  const direction = index > from && index <= to ? -1 : index < from && index >= to ? 1 : 0
  return {
    transform: `translateY(${direction * heights[from]!}px)`,
    transition: 'transform var(--transition-duration-press)',
  }
}
