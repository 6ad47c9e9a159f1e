import { describe, expect, test } from 'vitest'
import messages from '../vectors/messages.json' with { type: 'json' }
import transactions from '../vectors/transactions.json' with { type: 'json' }
import typedData from '../vectors/typedData.json' with { type: 'json' }
import type { VouchedToken } from './DescribeParameters.ts'
import type { Finding } from './Description.ts'
import { calmNode } from './testing/calmNode.ts'
import { describeOffline } from './testing/requests.ts'

const tokens: VouchedToken[] = [
  {
    address: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
    symbol: 'USDC',
    name: 'USD Coin',
    decimals: 6,
    kind: 'erc20',
  },
  { address: '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d', symbol: 'BAYC', name: 'Apes', decimals: 0, kind: 'erc721' },
]
const knownAddresses = [{ address: '0x140bbf461e33044e4193730d1511ea2894edb528', kind: 'history' }] as const

/** Requests of drainers, each with all its findings on a calm node. */
const files: [string, { name: string; method: string; params: unknown; intent: string; findings: Finding[] }[]][] = [
  ['transactions', transactions as never],
  ['typedData', typedData as never],
  ['messages', messages as never],
]

describe.each(files)('risk-rules: %s', (_file, vectors) => {
  test.each(vectors.map((vector) => [vector.name, vector] as const))(
    'behavior: threat 23: risk-rules: %s',
    async (_name, { method, params, intent, findings }) => {
      const described = await describeOffline({ method, params, read: calmNode, tokens, knownAddresses })
      expect(described.intent).toBe(intent)
      expect(described.findings).toStrictEqual(findings)
      expect(findings.some(({ level }) => level === 'warn' || level === 'refuse')).toBe(true)
      const isRefused = findings.some(({ level }) => level === 'refuse')
      if (isRefused) expect([described, ...described.parts].every(({ transaction }) => transaction === null)).toBe(true)
    },
  )
})
