// The level of the pool over time as a line of steps. The list of its transactions says the same.

import { type CurrencyCode, toMinor } from '#core/kernel/money.ts'
import { poolLevels } from '#core/money/poolLevels.ts'
import type { ShownPool } from '#web/money/pool/usePool.ts'

const [WIDTH, HEIGHT] = [120, 40]

export function PoolLine({ pool, currency }: { pool: ShownPool; currency: CurrencyCode }) {
  const minor = (amount: number) => toMinor(amount, currency) ?? 0
  const levels = poolLevels(
    pool.movements.map(({ at, amount }) => ({ at, amount: minor(amount) })),
    minor(pool.balance),
  )
  if (levels.length < 2) return null
  const times = levels.map(({ at }) => Date.parse(at))
  const [first, last] = [times[0]!, times.at(-1)!]
  const [most, least] = [
    Math.max(0, ...levels.map(({ level }) => level)),
    Math.min(0, ...levels.map(({ level }) => level)),
  ]
  // The last level lasts until now, for a fifth of the line.
  const x = (at: number) => ((at - first) / (last - first || 1)) * WIDTH * 0.8
  const y = (level: number) => HEIGHT - 2 - ((level - least) / (most - least || 1)) * (HEIGHT - 6)
  const steps = levels.map(({ level }, index) => `H${x(times[index]!)}V${y(level)}`).join('')
  const line = `M0 ${y(levels[0]!.level)}${steps}H${WIDTH - 4}`
  return (
    <svg aria-hidden viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} className="shrink-0">
      <path d={`${line}V${y(0)}H0z`} className="fill-primary-soft forced-colors:fill-none" />
      <path d={line} className="fill-none stroke-primary stroke-2" />
      <circle cx={WIDTH - 4} cy={y(levels.at(-1)!.level)} r={4} className="fill-primary" />
    </svg>
  )
}
