// The signs of a calculation, above a phone's keypad, which has none. They take no focus, so that the keypad stays open.

import type { MouseEvent } from 'react'
import type { Sign } from '#core/money/typedAmount.ts'

const signs: readonly { sign: Sign; name: string }[] = [
  { sign: '+', name: 'Plus' },
  { sign: '−', name: 'Minus' },
  { sign: '×', name: 'Times' },
  { sign: '÷', name: 'Divided by' },
]

interface CalculatorKeysProps {
  onSign: (sign: Sign) => void
  onNext: () => void
}

const key =
  'touch-target h-9.5 rounded-control font-semibold transition-[background-color,scale] duration-press active:scale-[0.97]'
const keepFocus = (event: MouseEvent) => event.preventDefault()

export function CalculatorKeys({ onSign, onNext }: CalculatorKeysProps) {
  return (
    <div
      role="group"
      aria-label="Calculator"
      className="hidden gap-1.5 bg-surface-2 p-1.5 card:rounded-b-sheet pointer-coarse:flex"
    >
      {signs.map(({ sign, name }) => (
        <button
          key={sign}
          type="button"
          aria-label={name}
          onMouseDown={keepFocus}
          onClick={() => onSign(sign)}
          className={`${key} min-w-0 flex-1 border border-line bg-surface text-title hover:bg-background`}
        >
          {sign}
        </button>
      ))}
      <button
        type="button"
        onMouseDown={keepFocus}
        onClick={onNext}
        className={`${key} flex-[2] bg-primary px-3 text-on-primary hover:bg-primary-strong`}
      >
        Next
      </button>
    </div>
  )
}

/** The amount with the sign at the caret, in the place of a sign that stands there. */
export function withSign(text: string, caret: number, sign: Sign): { text: string; caret: number } {
  const before = text.slice(0, caret).replace(/[-+−×÷*/]\s*$/, '') + sign
  return { text: before + text.slice(caret), caret: before.length }
}
