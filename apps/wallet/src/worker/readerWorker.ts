import { recoverAddress } from 'viem/utils'
import { type CallPort, serveCalls } from './callPort.ts'
import { createReaderCalls } from './createReaderCalls.ts'

serveCalls({
  port: globalThis as unknown as CallPort,
  calls: createReaderCalls({ fetch: (input, init) => fetch(input, init), now: () => Date.now() }),
})

/** An empty signature, which computes the curve's tables while the first request is described. */
const sample = {
  hash: `0x${'01'.repeat(32)}`,
  signature: {
    r: `0x${'79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'}`,
    s: `0x${'02'.repeat(32)}`,
    yParity: 0,
  },
} as const
setTimeout(() => void recoverAddress(sample).catch(() => {}), 100)
