// A sum as one bar of its parts, with a legend that says each.

import type { CurrencyCode } from '#core/kernel/money.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'
import { Money } from '#web/ui/Money.tsx'

export interface BarPart {
  label: string
  /** Minor units; without a legend any unit. */
  amount: number
  color: string
  /** What is missing. */
  isHatched?: boolean
}

/** The bar without a legend. */
export function PartsBar({ parts }: { parts: readonly BarPart[] }) {
  // A refund can turn a part below 0: it is in the legend only.
  const total = parts.reduce((sum, { amount }) => sum + Math.max(amount, 0), 0)
  return (
    <div aria-hidden className="track flex h-3 gap-0.5 overflow-hidden rounded-full">
      {parts.map(
        ({ label, amount, color, isHatched }) =>
          amount > 0 && (
            <span
              key={label}
              style={{
                width: `${(amount / total) * 100}%`,
                background: isHatched
                  ? `repeating-linear-gradient(135deg, ${color} 0 5px, color-mix(in oklab, ${color} 45%, var(--surface)) 5px 8px)`
                  : color,
              }}
              className="min-w-1"
            />
          ),
      )}
    </div>
  )
}

/** The mark of a part in a legend. */
export const Swatch = ({ color }: { color: string }) => (
  <span aria-hidden style={{ background: color }} className="size-2.5 shrink-0 rounded-[3px]" />
)

export function StackedBar({ parts, currency }: { parts: readonly BarPart[]; currency: CurrencyCode }) {
  return (
    <>
      <PartsBar parts={parts} />
      <dl className="flex flex-wrap justify-between gap-x-3 gap-y-1">
        {parts.map(({ label, amount, color }) => (
          <div key={label}>
            <dt className="flex items-center gap-1.5 text-meta text-muted">
              <Swatch color={color} />
              <span>{label}</span>
            </dt>
            <dd>
              <Money
                text={formatMinor(amount, currency)}
                className="text-secondary font-semibold whitespace-nowrap"
              />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
