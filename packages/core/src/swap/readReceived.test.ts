import { toEventSelector } from 'viem'
import { expect, test } from 'vitest'
import { swapPreviewOf, swapTokens } from '../testing/swapFixtures.ts'
import { localOne } from '../testing/testNetworks.ts'
import type { SwapWork } from './buildSwap.ts'
import { readReceived } from './readReceived.ts'

const [account, router, pool, relayer] = ['a1', '70', '90', 'b1'].map((fill) => `0x${fill.repeat(20)}` as const) as [
  ...[`0x${string}`, `0x${string}`, `0x${string}`, `0x${string}`],
]
const word = (address: string) => `0x${address.slice(2).padStart(64, '0')}`
const kit = `0x${'c1'.repeat(20)}`

/** Reads a receipt in which the account received two tokens. */
function read({ from, to }: { from: string; to: string | null }) {
  const receipt = {
    ...{ from, to, blockNumber: '0x5', gasUsed: '0x1', effectiveGasPrice: '0x1' },
    logs: [
      {
        address: kit,
        topics: [toEventSelector('event Transfer(address,address,uint256)'), word(pool), word(account)],
        data: `0x${(2n * 10n ** 18n).toString(16).padStart(64, '0')}`,
      },
    ],
  }
  const work = {
    gateway: { request: async () => receipt },
    subject: { network: localOne },
  } as unknown as SwapWork
  const call = { to: router, value: 0n, data: '0x' as const, gas: 1n, gasPrice: 1n }
  return readReceived({ work, preview: swapPreviewOf({ account, to: swapTokens.kit, call }), hash: '0x01' })
}

test.each([
  ['the account itself', { from: account, to: router }],
  ['the account, several calls as one', { from: account, to: account }],
  ['somebody for a smart account', { from: relayer, to: pool }],
])('default: sent by %s', async (_, parties) => {
  expect(await read(parties)).toBe('2')
})

test.each([pool, null])('error: another transaction of the account gives no amount: to %s', async (to) => {
  expect(await read({ from: account, to })).toBeUndefined()
})
