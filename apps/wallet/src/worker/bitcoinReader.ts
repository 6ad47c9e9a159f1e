import { createBitcoinReaderCalls } from '../bitcoin/createBitcoinReaderCalls.ts'
import { type CallPort, serveCalls } from './callPort.ts'

serveCalls({
  port: globalThis as unknown as CallPort,
  calls: createBitcoinReaderCalls({ fetch: (input, init) => fetch(input, init), now: () => Date.now() }),
})
