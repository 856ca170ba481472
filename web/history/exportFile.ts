// Writes the history as one HTML file that lists the changes and verifies itself, without this product and without a
// network.

import type { ChainHead, FieldChange, HistoryEntry, HistoryExport } from '#core/history/contract.ts'
import { sharedHistory } from '#core/history/sharedHistory.ts'
import { sha256Hex, type Sha256 } from '#core/kernel/ids.ts'

/**
 * @param checker the program that verifies the file when it is opened (web/history/exported/check.js)
 * @param takenAt RFC 3339 UTC
 */
export function exportFile(
  history: HistoryExport,
  { checker, takenAt, sha256 = sha256Hex }: { checker: string; takenAt: string; sha256?: Sha256 },
): string {
  const { trip, entries, streams } = sharedHistory(history)
  const lines = streams.flatMap(({ links, ...end }) => [headOf(end, sha256), ...links.map(inScript)])
  const days = Map.groupBy(entries, ({ at }) => at.slice(0, 10))
  const title = `History of ${trip.title}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<p>${entries.length} ${entries.length === 1 ? 'change' : 'changes'}, taken on ${escaped(takenAt)}. Times are UTC.</p>
<div id="status" role="status">Checking …</div>
${[...days].map(([day, of]) => `<h2>${day}</h2>\n<ol>\n${of.map((entry) => entryIn(entry, sha256)).join('\n')}\n</ol>`).join('\n')}
<h2>The ends of the chains</h2>
<p>Whoever is on the trip can compare these with those the app shows now for the same event.</p>
<ul class="ends">
${streams.map(({ stream, revision, hash }) => `<li>${escaped(stream)}, event ${revision}<br><code>${hash}</code></li>`).join('\n')}
</ul>
</main>
<script type="text/plain" id="chains">
${lines.join('\n')}
</script>
<script>
${checker.replaceAll('</script', '<\\/script')}
</script>
</body>
</html>
`
}

function entryIn({ n, at, text, changes }: HistoryEntry, sha256: Sha256): string {
  const words = [`${at.slice(11, 16)} ${text}`, ...changes.map(changeIn)]
  const parts = words.map((line, i) =>
    i === 0 ? `<b>${escaped(line)}</b>` : `<span>${escaped(line)}</span>`,
  )
  return `<li data-n="${n}" data-sum="${sha256(`${n} ${words.join('')}`)}">${parts.join('')}</li>`
}

const changeIn = ({ field, before, after }: FieldChange): string =>
  `${field}: ${before ?? '–'} → ${after ?? '–'}`

/** The links do not name their stream, so its end is hashed separately. */
const headOf = (end: ChainHead, sha256: Sha256): string => `#${sha256(inScript(end))} ${inScript(end)}`

/** JSON that cannot end its script element and has no line breaks. */
const inScript = (value: object): string => JSON.stringify(value).replaceAll('<', '\\u003c')

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 24px 16px; background: light-dark(#f6f7f9, #0d1115); color: light-dark(#10161c, #edf2f6); }
main { max-width: 720px; margin: 0 auto; overflow-wrap: anywhere; }
h1 { font-size: 1.75rem; line-height: 1.2; } h2 { font-size: 1.125rem; margin: 32px 0 8px; }
ol, .ends { list-style: none; margin: 0; padding: 0; }
ol li, .ends li { padding: 10px 0; border-top: 1px solid light-dark(#dfe4e9, #2c3640); }
li b { display: block; font-weight: 600; } li span { display: block; white-space: pre-wrap; color: light-dark(#55616d, #a5b1bc); }
code { font-size: 0.75rem; }
#status { padding: 12px 16px; border-radius: 12px; background: light-dark(#eef1f4, #1e262e); }
#status[data-holds=true] { background: light-dark(#def3e5, #15351f); color: light-dark(#1b6e3c, #6fd693); }
#status[data-holds=false] { background: light-dark(#fce6e4, #461c18); color: light-dark(#b3261e, #ffb1a8); }
`
