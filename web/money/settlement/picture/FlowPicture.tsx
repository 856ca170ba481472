// The drawing of the payments: a ribbon as wide as its amount from each payer to each receiver. For screen readers it is
// one image, because the list below says the same.

import { useLayoutEffect, useRef, useState } from 'react'
import { POOL } from '#core/money/balances/ledger.ts'
import { OTHERS } from '#web/money/settlement/picture/settlementFlow.ts'
import {
  LABEL_GAP,
  layOutFlow,
  PARTY_WIDTH,
  type PlacedParty,
  type PlacedRibbon,
  ribbonPath,
} from '#web/money/settlement/picture/flowLayout.ts'
import { type Box, lettersIn, placedFigures } from '#web/money/settlement/picture/flowFigures.ts'
import type { FlowPictureProps } from '#web/money/settlement/picture/picturedPayments.ts'
import { flowHeight } from '#web/money/settlement/picture/flowHeight.ts'
import { formatFigure } from '#web/money/formatFigure.ts'

/** The mean width of a letter at the size of the labels, in px. */
const LETTER = 7
const LABEL_HEIGHT = 32

export function FlowPicture({ flow, payments, currency, myId, links }: FlowPictureProps) {
  const { element, width, scale } = useRoom()
  const figure = (minor: number) => formatFigure(minor, currency)
  const nameOf = ({ id, ids }: Pick<PlacedParty, 'id' | 'ids'>): string => {
    if (id === POOL) return 'Shared Pool'
    if (id === OTHERS) return `${ids.length} others`
    if (id === myId) return 'You'
    return payments.flatMap(({ from, to }) => [from, to]).find((party) => party.id === id)?.name ?? ''
  }
  const letter = LETTER * scale
  const column = (parties: readonly Pick<PlacedParty, 'id' | 'ids' | 'open'>[]) =>
    labelWidth(
      parties.map((party) => [lettersIn(nameOf(party)) * letter, figure(party.open).length * letter]),
      width,
    )
  const height = flowHeight(flow) * scale
  const { parties, ribbons } = layOutFlow(flow, {
    width,
    height,
    left: column(flow.payers),
    right: column(flow.receivers),
    label: LABEL_HEIGHT * scale,
  })
  const keysOf = (ribbon: PlacedRibbon) => ribbon.payments.flatMap((index) => payments[index]?.key ?? [])
  /** The other labels stand beside the ribbons. */
  const poolLabels = parties.flatMap((party): Box[] => {
    if (party.side !== 'pool') return []
    const letters = Math.max(shortened(party, nameOf(party), letter).length, figure(party.open).length)
    const [half, middle] = [(LABEL_HEIGHT * scale) / 2, party.y + party.height / 2]
    const left = party.x - LABEL_GAP - letters * letter
    return [{ left, right: party.x, top: middle - half, bottom: middle + half }]
  })
  return (
    <div
      ref={element}
      role="img"
      aria-label="The payments below, drawn as ribbons as wide as their amounts"
      className="relative size-full"
    >
      {width > 0 && (
        <>
          <svg aria-hidden width="100%" height="100%" className="block overflow-visible">
            {ribbons.map((ribbon) => {
              const keys = keysOf(ribbon)
              return (
                <path
                  key={keys.join()}
                  d={ribbonPath(ribbon)}
                  data-pointed={keys.some((key) => links.pointed.includes(key)) || undefined}
                  className={`cursor-pointer transition-[filter] duration-press data-pointed:brightness-92 forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText] forced-colors:data-pointed:fill-[Highlight] ${looks[kindOf(ribbon, myId)].ribbon}`}
                  onPointerEnter={() => links.setPointed(keys)}
                  onPointerLeave={() => links.setPointed([])}
                  onClick={() => keys[0] !== undefined && links.ask(keys[0])}
                />
              )
            })}
            {parties.map((party) => (
              <rect
                key={`${party.side} ${party.id}`}
                className={`forced-colors:fill-[CanvasText] ${looks[partyKind(party, myId)].party}`}
                x={party.x}
                y={party.y}
                width={PARTY_WIDTH}
                height={Math.max(party.height, 1)}
                rx={2.5}
              />
            ))}
          </svg>
          {placedFigures(ribbons, ({ amount }) => figure(amount), { letter, scale, height }, poolLabels).map(
            ({ ribbon, text, x, y }) => (
              <span
                key={keysOf(ribbon).join()}
                className={`pointer-events-none absolute -translate-1/2 text-meta font-semibold whitespace-nowrap tabular-nums ${looks[kindOf(ribbon, myId)].figure}`}
                style={{ left: x, top: y }}
              >
                {text}
              </span>
            ),
          )}
          {parties.map((party) => (
            <Label
              key={`${party.side} ${party.id}`}
              party={party}
              width={width}
              name={shortened(party, nameOf(party), letter)}
              figure={party.open === 0 ? '✓ paid' : figure(party.open)}
              tone={toneOf(party, myId)}
            />
          ))}
        </>
      )}
    </div>
  )
}

/** The room for the drawing, in px, and how much larger than usual its text is. */
function useRoom() {
  const element = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState({ width: 0, scale: 1 })
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const measure = () => {
      const { clientWidth: width } = current
      const scale = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
      setRoom((before) => (before.width === width && before.scale === scale ? before : { width, scale }))
    }
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(current)
    return () => watcher.disconnect()
  }, [])
  return { element, ...room }
}

/** Names give way beyond a third of the picture, figures do not. */
function labelWidth(labels: readonly (readonly [name: number, figure: number])[], width: number): number {
  const longest = (index: 0 | 1) => Math.max(0, ...labels.map((label) => label[index]))
  return Math.ceil(Math.max(Math.min(longest(0), width / 3), longest(1), 24))
}

const shortened = ({ side, x }: PlacedParty, name: string, letter: number): string =>
  side === 'pool' && name.length * letter > x - LABEL_GAP ? 'Pool' : name

type Kind = 'paid' | 'out' | 'in' | 'pool' | 'other'

const looks: Record<Kind, Record<'ribbon' | 'party' | 'figure', string>> = {
  paid: {
    ribbon: 'fill-success-soft stroke-success stroke-[1.25] [stroke-dasharray:4_3]',
    party: 'fill-success/45',
    figure: 'text-success',
  },
  out: { ribbon: 'fill-(--ribbon-out)', party: 'fill-danger', figure: 'text-(--on-ribbon-out)' },
  in: { ribbon: 'fill-(--ribbon-in)', party: 'fill-success', figure: 'text-(--on-ribbon-in)' },
  pool: { ribbon: 'fill-(--ribbon-pool)', party: 'fill-primary', figure: 'text-(--on-ribbon-pool)' },
  other: { ribbon: 'fill-(--ribbon)', party: 'fill-(--sand)', figure: 'text-text' },
}

/** What is mine has its own colour, also with the pool. */
function kindOf({ from, to, isPaid }: PlacedRibbon, myId: string): Kind {
  if (isPaid) return 'paid'
  if (from === myId) return 'out'
  if (to === myId) return 'in'
  return from === POOL || to === POOL ? 'pool' : 'other'
}

function partyKind({ id, side, open }: PlacedParty, myId: string): Kind {
  if (id === POOL) return 'pool'
  if (side === 'right') return 'in'
  if (open === 0) return 'paid'
  return id === myId ? 'out' : 'other'
}

function toneOf({ id, side, open }: PlacedParty, myId: string): string {
  if (id === POOL) return 'text-primary'
  if (side === 'right' || open === 0) return 'text-success'
  return id === myId ? 'text-danger' : 'text-muted'
}

interface LabelProps {
  party: PlacedParty
  width: number
  name: string
  figure: string
  tone: string
}

function Label({ party: { side, x, y, height }, width, name, figure, tone }: LabelProps) {
  const isRight = side === 'right'
  const place = isRight
    ? { left: x + PARTY_WIDTH + LABEL_GAP, right: 0 }
    : { left: 0, right: width - x + LABEL_GAP }
  return (
    <span
      className={`pointer-events-none absolute grid -translate-y-1/2 text-meta tabular-nums ${isRight ? 'text-left' : 'text-right'}`}
      style={{ ...place, top: y + height / 2 }}
    >
      <bdi className="truncate font-semibold text-text">{name}</bdi>
      <span className={`whitespace-nowrap ${tone}`}>{figure}</span>
    </span>
  )
}
