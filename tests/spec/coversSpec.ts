// `coversSpec('§5 Guest: Name is required')` in a test names the statements of docs/spec.md which that test proves.
// The call does nothing while the test runs: `npm run spec` reads it from the source and writes docs/spec-coverage.md.

import type { SpecReference } from '#tests/spec/references.ts'

export function coversSpec(..._references: SpecReference[]): void {}
