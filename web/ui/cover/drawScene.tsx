// Draws the landscape of a cover. Loaded after the cover itself, which shows its sky meanwhile.

import type { Landscape } from '#web/ui/cover/chooseLandscape.ts'
import {
  farLines,
  ground,
  hills,
  islands,
  randomAt,
  round,
  houses,
  trees,
} from '#web/ui/cover/landscapePaths.ts'

export interface SceneOptions extends Landscape {
  /** How much of the land is drawn, around the 400 of the scene. */
  reach: 'narrow' | 'wide'
  /** The way and the pin at its end. */
  hasPin: boolean
}

const reaches = { narrow: [-600, 1000], wide: [-1600, 2000] } as const

const cloud = (x: number, y: number) => `M${x} ${y}c2-9 14-11 19-4 7-4 16 1 16 8h-39c0-2 2-4 4-4z`

export function drawScene({ far, middle, near, seed, reach, hasPin }: SceneOptions) {
  const range = reaches[reach]
  const [from, to] = range
  const one = randomAt(seed, 9)
  const sky = round(40 + one(2) * 12)
  return (
    <>
      <path
        fill="var(--c-high)"
        d={`M${from}-300H${to}V${sky}c-190 30-390-14-700 2s-360 22-600-2-320-14-560 2-400 20-1740-4z`}
      />
      <circle
        cx={round(236 + one(0) * 80)}
        cy={round(46 + one(1) * 12)}
        r={round(20 + one(3) * 5)}
        fill="var(--c-sun)"
      />
      <path
        fill="var(--c-cloud)"
        d={
          cloud(round(70 + one(4) * 70), round(36 + one(5) * 12)) +
          cloud(round(336 + one(6) * 30), round(62 + one(7) * 10)) +
          cloud(-160, 52) +
          cloud(580, 44) +
          cloud(820, 66) +
          cloud(-420, 38)
        }
      />
      <path fill="var(--c-far)" d={farLines[far](randomAt(seed, 1), 122, range)} />
      <Middle {...{ middle, seed, range }} />
      {near === 'sea' && <Sea boatAt={Math.round(266 + one(8) * 46)} range={range} />}
      <path fill="var(--c-ground)" d={ground(randomAt(seed, 4), range)} />
      {hasPin && (
        <>
          <path
            stroke="var(--c-light)"
            strokeWidth="3.2"
            strokeLinecap="round"
            strokeDasharray=".1 8"
            d="M150 171c70 2 150 2 216-23"
          />
          <path
            fill="var(--c-pin)"
            d="M366 92c-12 0-21 9-21 21 0 14 21 33 21 33s21-19 21-33c0-12-9-21-21-21z"
          />
          <circle cx="366" cy="113" r="7.5" fill="var(--c-light)" />
        </>
      )}
    </>
  )
}

interface LayerProps {
  range: readonly [number, number]
}

function Middle({ middle, seed, range }: Pick<Landscape, 'middle' | 'seed'> & LayerProps) {
  const random = randomAt(seed, 2)
  const [from, to] = range
  if (middle === 'islands')
    return (
      <>
        <path fill="var(--c-mid)" opacity=".55" d={`M${from} 124H${to}V240H${from}z`} />
        <path fill="var(--c-mid)" d={islands(random, range)} />
      </>
    )
  const { walls, roofs, windows } = houses(random)
  const land = hills(randomAt(seed, 3), middle === 'city' ? 138 : 142, range)
  return (
    <>
      <path fill="var(--c-mid)" d={land} />
      {middle === 'city' ? (
        <>
          <path fill="var(--c-wall)" d={walls} />
          <path fill="var(--c-roof)" d={roofs} />
          <path fill="var(--c-win)" d={windows} />
        </>
      ) : (
        <path
          fill="var(--c-ground)"
          opacity=".62"
          stroke="var(--c-ground)"
          strokeWidth="2"
          strokeLinejoin="round"
          d={trees(random, range)}
        />
      )}
    </>
  )
}

function Sea({ boatAt: x, range: [from, to] }: { boatAt: number } & LayerProps) {
  return (
    <>
      <path fill="var(--c-mid)" d={`M${from} 138H${to}V240H${from}z`} />
      <path
        stroke="var(--c-light)"
        strokeWidth="2"
        strokeLinecap="round"
        opacity=".5"
        d="M30 152h26M96 147h14M214 150h30M352 154h20M-120 150h30M470 148h26M640 152h22M-260 146h18M820 149h24M1010 151h20M-430 150h26M-640 148h20"
      />
      <path fill="var(--c-light)" d={`M${x} 119v22h-15c4-9 10-17 15-22zM${x + 2} 125c5 4 9 10 11 16h-11z`} />
      <path fill="var(--c-roof)" d={`M${x - 17} 143h34l-5 7h-24z`} />
    </>
  )
}
