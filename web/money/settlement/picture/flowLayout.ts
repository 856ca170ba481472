// Lays out the picture of a settlement in a given box. All ribbons have one scale, so their widths add up at each party;
// labels keep their size, and the picture gives way.

import { POOL } from '#core/money/balances/ledger.ts'
import type { FlowParty, FlowRibbon, SettlementFlow } from '#web/money/settlement/picture/settlementFlow.ts'

/** Measures in px. */
export interface FlowBox {
  width: number
  height: number
  /** Widths of the labels of payers and receivers. */
  left: number
  right: number
  /** The height of a label. */
  label: number
}

export interface PlacedParty extends FlowParty {
  side: 'left' | 'pool' | 'right'
  x: number
  y: number
  height: number
}

export interface PlacedRibbon extends FlowRibbon {
  x: number
  y: number
  /** The right end. */
  toX: number
  toY: number
  height: number
}

export interface FlowLayout {
  parties: PlacedParty[]
  ribbons: PlacedRibbon[]
}

export const PARTY_WIDTH = 8
/** Between a label and its party. */
export const LABEL_GAP = 8
const PARTY_GAP = 14
/** Between two labels. */
const LABELS_APART = 2
/** Where the pool stands between payers and receivers. */
const POOL_AT = 0.4

export function layOutFlow(flow: SettlementFlow, box: FlowBox): FlowLayout {
  const ordered = orderedFlow(flow)
  // The largest scale at which everything is within the box.
  let [low, high] = [0, box.height / Math.max(1, ...partiesOf(flow).map(({ total }) => total))]
  for (let step = 0; step < 30; step += 1) {
    const middle = (low + high) / 2
    if (placed(ordered, box, middle).bottom <= box.height) low = middle
    else high = middle
  }
  return placed(ordered, box, low)
}

const partiesOf = ({ payers, pool, receivers }: SettlementFlow): FlowParty[] => [
  ...payers,
  ...receivers,
  ...(pool ? [pool] : []),
]

function placed(flow: SettlementFlow, box: FlowBox, scale: number): FlowLayout & { bottom: number } {
  const { payers, pool, receivers } = flow
  const leftX = box.left + LABEL_GAP
  const rightX = box.width - box.right - LABEL_GAP - PARTY_WIDTH
  const left = stacked(pool ? [...payers, pool] : payers, box, scale)
  const right = stacked(receivers, box, scale)
  // The lower column stands in the middle of the higher one.
  const difference = (bottomOf(right, box) - bottomOf(left, box)) / 2
  const lowered = (column: readonly Stacked[], by: number) =>
    column.map((party) => ({ ...party, y: party.y + Math.max(by, 0) }))
  const parties: PlacedParty[] = [
    ...lowered(left, difference).map((party) =>
      party.id === POOL
        ? { ...party, side: 'pool' as const, x: leftX + (rightX - leftX) * POOL_AT }
        : { ...party, side: 'left' as const, x: leftX },
    ),
    ...lowered(right, -difference).map((party) => ({ ...party, side: 'right' as const, x: rightX })),
  ]
  const ribbons = attached(flow, parties, scale)
  belowRibbons(parties, ribbons, box)
  return { parties, ribbons, bottom: bottomOf(parties, box) }
}

type Stacked = FlowParty & { y: number; height: number }

/** From the top; neither parties nor their labels touch. */
function stacked(parties: readonly FlowParty[], box: FlowBox, scale: number): Stacked[] {
  const half = box.label / 2
  let [bottom, labelBottom] = [-PARTY_GAP, -LABELS_APART]
  return parties.map((party) => {
    const height = party.total * scale
    const middle = Math.max(bottom + PARTY_GAP + height / 2, labelBottom + LABELS_APART + half)
    bottom = middle + height / 2
    labelBottom = middle + half
    return { ...party, y: middle - height / 2, height }
  })
}

const bottomOf = (column: readonly Stacked[], { label }: FlowBox): number =>
  Math.max(0, ...column.map(({ y, height }) => y + (height + Math.max(height, label)) / 2))

/** At each party in the order of the parties at the other side; a payment already made comes after the open one. */
function attached(flow: SettlementFlow, parties: readonly PlacedParty[], scale: number): PlacedRibbon[] {
  const find = (id: string, isRight: boolean) =>
    parties.findIndex((party) => party.id === id && (party.side === 'right') === isRight)
  const used = parties.map(() => 0)
  const ends = flow.ribbons.map((ribbon) => ({
    ribbon,
    from: find(ribbon.from, false),
    to: find(ribbon.to, true),
    height: ribbon.amount * scale,
  }))
  const take = (index: number, height: number): number => {
    const y = parties[index]!.y + used[index]!
    used[index]! += height
    return y
  }
  const byFrom = ends.toSorted(
    (a, b) => a.from - b.from || a.to - b.to || Number(a.ribbon.isPaid) - Number(b.ribbon.isPaid),
  )
  const starts = new Map(byFrom.map((end) => [end, take(end.from, end.height)]))
  const byTo = ends.toSorted(
    (a, b) => a.to - b.to || a.from - b.from || Number(a.ribbon.isPaid) - Number(b.ribbon.isPaid),
  )
  const stops = new Map(byTo.map((end) => [end, take(end.to, end.height)]))
  return ends.map((end) => ({
    ...end.ribbon,
    x: parties[end.from]!.x + PARTY_WIDTH,
    y: starts.get(end)!,
    toX: parties[end.to]!.x,
    toY: stops.get(end)!,
    height: end.height,
  }))
}

/** Moves the pool down until no ribbon of a person runs over it or its label. */
function belowRibbons(parties: PlacedParty[], ribbons: PlacedRibbon[], { label }: FlowBox): void {
  const pool = parties.find(({ side }) => side === 'pool')
  if (!pool) return
  const others = ribbons.filter(({ from }) => from !== POOL)
  const lowest = Math.max(0, ...others.map(({ y, toY, height }) => Math.max(y, toY) + height))
  const by = Math.max(0, lowest - pool.y, lowest + label / 2 - pool.y - pool.height / 2)
  pool.y += by
  for (const ribbon of ribbons) if (ribbon.from === POOL) ribbon.y += by
}

/** The outline of a ribbon. */
export function ribbonPath({ x, y, toX, toY, height }: PlacedRibbon): string {
  const middle = (x + toX) / 2
  return `M${x} ${y}C${middle} ${y} ${middle} ${toY} ${toX} ${toY}V${toY + height}C${middle} ${toY + height} ${middle} ${y + height} ${x} ${y + height}z`
}

/** The upper edge of a ribbon at `x`, in px: the curve of `ribbonPath`, whose parameter is found by bisection. */
export function ribbonTopAt({ x: start, toX, y, toY }: PlacedRibbon, x: number): number {
  const share = (x - start) / (toX - start)
  let [low, high] = [0, 1]
  for (let step = 0; step < 20; step += 1) {
    const t = (low + high) / 2
    if (1.5 * t - 1.5 * t ** 2 + t ** 3 < share) low = t
    else high = t
  }
  return y + (toY - y) * (3 * low ** 2 - 2 * low ** 3)
}

/**
 * The order of payers and receivers in which the fewest ribbons cross. The pool stays below the payers. Of equally
 * good orders, the first keeps most of the given order.
 */
export function orderedFlow(flow: SettlementFlow): SettlementFlow {
  const { pool, ribbons } = flow
  let best = { crossings: Infinity, payers: flow.payers, receivers: flow.receivers }
  // At most 120 orders at each side: four people and the pool.
  const orders = permutations(flow.receivers)
  for (const payers of permutations(flow.payers))
    for (const receivers of orders) {
      const crossings = crossingsOf(ribbons, pool ? [...payers, pool] : payers, receivers, best.crossings)
      if (crossings < best.crossings) best = { crossings, payers, receivers }
      if (crossings === 0) return { ...flow, payers, receivers }
    }
  return { ...flow, payers: best.payers, receivers: best.receivers }
}

/** @param enough stops counting there */
export function crossingsOf(
  ribbons: readonly FlowRibbon[],
  left: readonly FlowParty[],
  right: readonly FlowParty[],
  enough = Infinity,
): number {
  const indexIn = (parties: readonly FlowParty[], id: string) => parties.findIndex((party) => party.id === id)
  const ends = ribbons.map(({ from, to }) => ({ from: indexIn(left, from), to: indexIn(right, to) }))
  let crossings = 0
  for (const [index, one] of ends.entries())
    for (const other of ends.slice(index + 1)) {
      if ((one.from - other.from) * (one.to - other.to) < 0) crossings += 1
      if (crossings >= enough) return crossings
    }
  return crossings
}

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length <= 1) return [[...items]]
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((others) => [item, ...others]),
  )
}
