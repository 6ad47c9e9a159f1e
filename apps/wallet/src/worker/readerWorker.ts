import { type CallPort, serveCalls } from './callPort.ts'
import { createReaderCalls } from './createReaderCalls.ts'

serveCalls({
  port: globalThis as unknown as CallPort,
  calls: createReaderCalls({ fetch: (input, init) => fetch(input, init), now: () => Date.now() }),
})
