// Sets the clock of a process to the moment of the pictures, from which it goes on. Import it first, or preload it with
// `--import`, so that pictures show the same days whenever they are taken.

/** 14:50 in Hong Kong on a Saturday, between two activities of the seed's trip under way. */
export const MOMENT = Date.UTC(2026, 10, 21, 6, 50)

const RealDate = Date
const ahead = MOMENT - RealDate.now()

globalThis.Date = class extends RealDate {
  constructor(...given: [] | [number]) {
    if (given.length === 0) super(RealDate.now() + ahead)
    else super(...given)
  }
  static override now = (): number => RealDate.now() + ahead
} as DateConstructor
