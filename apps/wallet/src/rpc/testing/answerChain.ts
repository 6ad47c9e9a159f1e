import type { TestServer } from '../../testing/createTestServer.ts'

/** The one contract of that chain. */
export const token = `0x${'70'.repeat(20)}`

/** A chain that answers the requests for preparing and simulating a plain transfer. */
export function answerChain(server: Pick<TestServer, 'answerRpc'>, { included = '0x5' }: { included?: string } = {}) {
  const sent: `0x${string}`[] = []
  server.answerRpc(({ method, params }) => {
    const block = { number: '0x10', timestamp: '0x70000000', baseFeePerGas: '0x3b9aca00', gasLimit: '0x1c9c380' }
    switch (method) {
      case 'eth_getTransactionCount':
        return params[1] === 'latest' ? included : '0x5'
      case 'eth_estimateGas':
        return '0x5208'
      case 'eth_getBlockByNumber':
        return block
      case 'eth_maxPriorityFeePerGas':
      case 'eth_gasPrice':
        return '0x3b9aca00'
      case 'eth_feeHistory':
        return {
          oldestBlock: '0x1',
          baseFeePerGas: ['0x3b9aca00', '0x3b9aca00'],
          gasUsedRatio: [0.5],
          reward: [['0x1']],
        }
      case 'eth_getBalance':
        return '0xde0b6b3a7640000'
      case 'eth_getCode':
        return params[0] === token ? '0x60' : '0x'
      case 'eth_call':
        return '0x'
      case 'eth_simulateV1':
        return [{ calls: [{ status: '0x1', returnData: '0x', gasUsed: '0x5208', logs: [] }] }]
      case 'eth_sendRawTransaction':
        sent.push(params[0] as `0x${string}`)
        return `0x${'ab'.repeat(32)}`
      default:
        return null
    }
  })
  return sent
}
