// Goes into the exported file as it is, and runs wherever that is opened, without a network: recomputes every hash of the
// chains and says which event was changed. It needs nothing but the text of the file.

/* The SHA-256 of FIPS 180-4, as 64 hex digits, of a text's UTF-8. */
function sha256(text) {
  const bytes = new TextEncoder().encode(text)
  const words = new Uint32Array((((bytes.length + 8) >> 6) + 1) * 16)
  for (let i = 0; i < bytes.length; i++) words[i >> 2] |= bytes[i] << (24 - (i % 4) * 8)
  words[bytes.length >> 2] |= 0x80 << (24 - (bytes.length % 4) * 8)
  words[words.length - 2] = Math.floor(bytes.length / 0x20000000)
  words[words.length - 1] = bytes.length << 3
  const state = [...INITIAL]
  const w = new Uint32Array(64)
  const rotateRight = (x, n) => (x >>> n) | (x << (32 - n))
  for (let at = 0; at < words.length; at += 16) {
    for (let i = 0; i < 16; i++) w[i] = words[at + i]
    for (let i = 16; i < 64; i++) {
      const s0 = rotateRight(w[i - 15], 7) ^ rotateRight(w[i - 15], 18) ^ (w[i - 15] >>> 3)
      const s1 = rotateRight(w[i - 2], 17) ^ rotateRight(w[i - 2], 19) ^ (w[i - 2] >>> 10)
      w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0
    }
    let [a, b, c, d, e, f, g, h] = state
    for (let i = 0; i < 64; i++) {
      const s1 = rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i]) | 0
      const s0 = rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0]
    }
    ;[a, b, c, d, e, f, g, h].forEach((value, i) => (state[i] = (state[i] + value) | 0))
  }
  return state.map((value) => (value >>> 0).toString(16).padStart(8, '0')).join('')
}

/* The first 32 bits of the fractional parts of roots of primes: square roots, then cube roots. */
function rootsOfPrimes(count, power) {
  const found = []
  for (let n = 2; found.length < count; n++) {
    let prime = true
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false
    if (prime) found.push((n ** power * 0x100000000) | 0)
  }
  return found
}
const INITIAL = rootsOfPrimes(8, 1 / 2)
const ROUNDS = rootsOfPrimes(64, 1 / 3)

/* The canonical form of RFC 8785: keys in the order of their UTF-16 units, no white space. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`
}

const hashOf = ({ type, data, meta, revision }) => sha256(canonical({ data, meta, revision, type }))

/*
 * What is wrong, in sentences; none where every hash is right.
 * lines: `#`, a hash, and the end of a stream as JSON, whose hash it is; then a line for each of its links.
 * numbers: of the changes that the file lists.
 */
function check(lines, numbers) {
  const wrong = []
  const unmatched = new Set(numbers)
  let stream = null
  for (const line of lines) {
    if (line.startsWith('#')) {
      if (stream) finish(stream)
      const end = line.slice(66)
      stream = { end: parsed(end), links: [] }
      if (line !== `#${sha256(end)} ${end}`)
        wrong.push(`The end of the chain ${stream.end?.stream ?? ''} was changed.`)
    } else if (stream) stream.links.push(parsed(line))
    else wrong.push('There is a line that belongs to no chain.')
  }
  if (stream) finish(stream)
  for (const n of unmatched) wrong.push(`Change ${n} has no event.`)
  return wrong

  function finish({ end, links }) {
    const name = end ? end.stream : 'an unknown stream'
    let revision = 0
    const positioned = links.map((link) => {
      const at = revision
      if (link) revision = (link.to ?? link.revision) + 1
      else revision++
      return { link, at }
    })
    /* Whether what follows a link agrees with it. */
    const breaks = positioned.map(({ link }, i) => {
      if (!link) return true
      const own = link.meta ? hashOf(link) : link.hash
      const next = positioned[i + 1]
      if (next) return !next.link || before(next.link) !== own
      return Boolean(end) && (own !== end.hash || (link.to ?? link.revision) !== end.revision)
    })
    if (positioned[0]?.link && before(positioned[0].link) !== null)
      wrong.push(`${name} does not begin at its beginning.`)
    positioned.forEach(({ link, at }, i) => {
      if (!link) return wrong.push(`Event ${at} of ${name} cannot be read.`)
      if (link.meta && !unmatched.delete(link.n)) wrong.push(`Event ${at} of ${name} has the wrong number.`)
      if ((link.from ?? link.revision) !== at)
        wrong.push(`Something is missing before event ${at} of ${name}.`)
      /* Where the next one breaks as well, it is the next one that points to the wrong place. */
      if (breaks[i] && !(positioned[i + 1] && breaks[i + 1]))
        wrong.push(`${titleOf(link)} of ${name} was changed.`)
    })
  }
}

function parsed(line) {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

const before = (link) => (link.meta ? link.meta.prev : link.prev)
const titleOf = ({ n, type, revision, from, to }) =>
  type ? `Change ${n} (${type}, event ${revision})` : `Something among the events ${from} to ${to}`

/* Each sentence of the list has a hash of its own. */
function checkTexts(entries) {
  return entries
    .filter(({ n, text, sum }) => sha256(`${n} ${text}`) !== sum)
    .map(({ n }) => `The text of change ${n} was changed.`)
}

function show() {
  const text = (id) => document.getElementById(id).textContent
  const entries = [...document.querySelectorAll('[data-sum]')].map((entry) => ({
    n: entry.dataset.n,
    sum: entry.dataset.sum,
    text: entry.textContent,
  }))
  const numbers = entries.map(({ n }) => Number(n))
  const wrong = [...check(text('chains').trim().split('\n'), numbers), ...checkTexts(entries)]
  const status = document.getElementById('status')
  status.dataset.holds = String(wrong.length === 0)
  status.textContent =
    wrong.length === 0
      ? 'Verified: every event is as it was written. Nothing was changed, added or taken out.'
      : 'This file is not as it was written:'
  if (wrong.length === 0) return
  const list = document.createElement('ul')
  for (const sentence of wrong.slice(0, 50))
    list.append(Object.assign(document.createElement('li'), { textContent: sentence }))
  status.append(list)
}

if (typeof document !== 'undefined') show()
