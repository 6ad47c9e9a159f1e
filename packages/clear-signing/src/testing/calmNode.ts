import type { ChainReader } from '../Description.ts'

/** A node on which every call succeeds without any transfer, so that all findings come from the request itself. */
export const calmNode: ChainReader = async ({ method, params }) => {
  switch (method) {
    case 'eth_getCode':
      return '0x60'
    case 'eth_call':
      return '0x'
    case 'eth_getBalance':
      return '0x56bc75e2d63100000'
    case 'eth_estimateGas':
      return '0x186a0'
    case 'eth_getTransactionCount':
      return '0x5'
    case 'eth_maxPriorityFeePerGas':
      return '0x3b9aca00'
    case 'eth_feeHistory':
      return { baseFeePerGas: ['0x3b9aca00', '0x3b9aca00'] }
    case 'eth_gasPrice':
      return '0x77359400'
    case 'eth_simulateV1': {
      const [{ blockStateCalls }] = params as [{ blockStateCalls: { calls: unknown[] }[] }]
      const call = { status: '0x1', returnData: '0x', gasUsed: '0xc350', logs: [] }
      return blockStateCalls.map(({ calls }) => ({ calls: calls.map(() => call) }))
    }
    default:
      throw Object.assign(new Error('the method does not exist'), { code: -32601 })
  }
}
