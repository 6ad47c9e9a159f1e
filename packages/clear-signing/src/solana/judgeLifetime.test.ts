import { decodeBase58, encodeBase58 } from '@latchkey/protocol'
import { AccountRole } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { describe, expect, test } from 'vitest'
import type { ChainReader } from '../Description.ts'
import { addressOf, codesOf, describeSolana, instructionOf, signerOf, wireOf } from '../testing/solanaBuilder.ts'

const [account, receiver, nonceAccount, system] = [
  addressOf(1),
  addressOf(5),
  addressOf(8),
  '11111111111111111111111111111111',
]
const pay = getTransferSolInstruction({ source: signerOf(account), destination: receiver, amount: 1n })
const advance = instructionOf(
  system,
  [4, 0, 0, 0],
  [nonceAccount, AccountRole.WRITABLE],
  ['SysvarRecentB1ockHashes11111111111111111111', AccountRole.READONLY],
  [account, AccountRole.READONLY_SIGNER],
)
const networkOf = (testnet: boolean) => ({
  ...{ name: 'Solana', testnet, nativeCurrency: { name: 'SOL', symbol: 'SOL', decimals: 9 } },
})

/** A nonce account of the cluster, by its 80 bytes. */
function nonceOf({ nonce = addressOf(40), version = 1, state = 1, bytes = 80 } = {}): Uint8Array {
  const data = new Uint8Array(bytes)
  data[0] = version
  data[4] = state
  data.set((decodeBase58(nonce) ?? new Uint8Array()).slice(0, bytes - 40), 40)
  return data
}

function refusalsOf({
  isValid,
  testnet = false,
  nonce,
  held,
  owner = system,
}: {
  isValid?: boolean
  testnet?: boolean
  nonce?: string
  held?: Uint8Array
  owner?: string
}) {
  const ask: ChainReader = async ({ method, params: [first] }) => {
    if (method === 'isBlockhashValid' && isValid !== undefined) return { value: isValid }
    if (method !== 'getMultipleAccounts') throw new Error('offline')
    const account = held && { owner, lamports: 2_000_000, executable: false, data: [toBase64(held), 'base64'] }
    return { value: (first as string[]).map((address) => (address === nonceAccount ? (account ?? null) : null)) }
  }
  const transaction = wireOf({
    ...{ feePayer: account, instructions: nonce ? [advance, pay] : [pay] },
    ...(nonce ? { blockhash: nonce } : {}),
  })
  return describeSolana({ params: { transaction }, account, ask, network: networkOf(testnet) }).then((described) =>
    codesOf(described, 'refuse'),
  )
}

const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

describe('a blockhash', () => {
  test.each([true, false])('default: only one that the cluster knows; for tests: %s', async (testnet) => {
    expect(await refusalsOf({ isValid: true, testnet })).toEqual([])
    expect(await refusalsOf({ isValid: false, testnet })).toEqual(['blockhashExpired'])
    // Unknown: if a test network is shown, the transaction may be for the main network.
    expect(await refusalsOf({ testnet })).toEqual(testnet ? ['otherCluster'] : [])
  })
})

describe('a nonce', () => {
  const nonce = addressOf(40)

  test('default: exactly the nonce in the account on this cluster', async () => {
    expect(await refusalsOf({ nonce, held: nonceOf() })).toEqual([])
  })

  test('error: any other, even if the cluster knows it as a blockhash', async () => {
    for (const held of [
      undefined,
      nonceOf({ nonce: addressOf(41) }),
      nonceOf({ version: 0 }),
      nonceOf({ state: 0 }),
      nonceOf({ bytes: 79 }),
      nonceOf({ bytes: 40 }),
    ])
      expect(await refusalsOf({ isValid: true, nonce, ...(held ? { held } : {}) })).toEqual(['otherCluster'])
    expect(await refusalsOf({ nonce, held: nonceOf(), owner: encodeBase58(new Uint8Array(32).fill(3)) })).toEqual([
      'otherCluster',
    ])
  })
})
