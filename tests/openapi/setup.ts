// For each file of unit tests: compares every response and socket event with the descriptions of the API.

import { assertResponse, assertEvent } from '#tests/openapi/conformance.ts'
import { observer } from '#tests/support/client.ts'

observer.onResponse = assertResponse
observer.onEvent = (event, payload) => assertEvent('fromServer', event, payload)
