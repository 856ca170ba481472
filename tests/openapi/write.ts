// `npm run openapi`: regenerates the descriptions of the API after a change of a contract.

import { writeFileSync } from 'node:fs'
import { descriptions } from '#tests/openapi/descriptions.ts'

for (const [file, text] of Object.entries(await descriptions())) writeFileSync(file, text)
