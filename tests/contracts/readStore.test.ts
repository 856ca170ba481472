// The read stores there are, each held to the one contract.

import { createMemoryReadStore } from '#projections/platform/memory.ts'
import { readStoreContract } from '#tests/contracts/readStore.ts'

readStoreContract('in memory', async () => ({ store: createMemoryReadStore(), close: async () => undefined }))
