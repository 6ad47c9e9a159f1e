import { createSolanaReaderCalls } from '../solana/createSolanaReaderCalls.ts'
import { type CallPort, serveCalls } from './callPort.ts'

serveCalls({
  port: globalThis as unknown as CallPort,
  calls: createSolanaReaderCalls({ fetch: (input, init) => fetch(input, init), now: () => Date.now() }),
})
