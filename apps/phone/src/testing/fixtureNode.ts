import { fixtureToken } from './fixtures.ts'

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Address with which `eth_simulateV1` marks transfers of the native token. */
const nativeAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

type Call = { from: string; to?: string; value?: string; data?: string; input?: string }

/**
 * Makes a node with one token whose transfers have an effect; `fails` makes it unreachable. Requests to other URLs use the original
 * `fetch`.
 */
export function createFixtureNode({
  fails = () => false,
  balance = '0x21e19e0c9bab2400000',
  onRaw = () => {},
}: {
  fails?: () => boolean
  balance?: string
  /** Receives signed transactions. */
  onRaw?: (raw: string) => void
} = {}): typeof fetch {
  const elsewhere = globalThis.fetch
  return async (url, init) => {
    if (!String(url).startsWith('http://rpc.fixture')) return elsewhere(url, init)
    if (fails()) throw new TypeError('Failed to fetch')
    const { id, method, params } = JSON.parse(String(init?.body)) as { id: number; method: string; params: unknown[] }
    if (method === 'eth_sendRawTransaction') onRaw(String(params[0]))
    const result = answer({ method, params, balance })
    const body = result === undefined ? { error: { code: -32601, message: 'the method does not exist' } } : { result }
    return new Response(JSON.stringify({ jsonrpc: '2.0', id, ...body }))
  }
}

function answer({ method, params, balance }: { method: string; params: readonly unknown[]; balance: string }): unknown {
  const [first] = params as [unknown]
  switch (method) {
    case 'eth_getBalance':
      return balance
    case 'eth_getCode':
      return String(first).toLowerCase() === fixtureToken.toLowerCase() ? '0x60' : '0x'
    case 'eth_call':
      return `0x${'0'.repeat(64)}`
    case 'eth_getTransactionCount':
      return '0x5'
    case 'eth_estimateGas':
      return '0xc350'
    case 'eth_maxPriorityFeePerGas':
      return '0x3b9aca00'
    case 'eth_sendRawTransaction':
      return `0x${'7'.repeat(64)}`
    case 'eth_gasPrice':
      return '0x77359400'
    case 'eth_feeHistory':
      return { baseFeePerGas: ['0x3b9aca00', '0x3b9aca00'] }
    case 'eth_simulateV1':
      return (first as { blockStateCalls: { calls: Call[] }[] }).blockStateCalls.map(({ calls }) => ({
        calls: calls.map((call) => ({ status: '0x1', returnData: '0x', gasUsed: '0xc350', logs: logsOf(call) })),
      }))
    default:
      return undefined
  }
}

function logsOf({ from, to, value, data, input }: Call) {
  const topic = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
  const call = data ?? input ?? '0x'
  if (to !== undefined && value !== undefined && BigInt(value) > 0n)
    return [
      {
        address: nativeAddress,
        topics: [transferTopic, topic(from), topic(to)],
        data: `0x${BigInt(value).toString(16).padStart(64, '0')}`,
      },
    ]
  if (call.startsWith('0xa9059cbb'))
    return [
      { address: to, topics: [transferTopic, topic(from), `0x${call.slice(10, 74)}`], data: `0x${call.slice(74)}` },
    ]
  return []
}
