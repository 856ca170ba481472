// For each test file with real processes: ends the servers that it started, also when a test failed.

import { afterAll } from 'vitest'
import { endServers } from '#tests/support/server.ts'

afterAll(endServers)
