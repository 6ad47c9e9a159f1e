import { join } from 'node:path'
import { type Devnet, type DevnetToken, startDevnet } from '@latchkey/devnet'
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest'
import type { DescribeParameters, VouchedToken } from '../DescribeParameters.ts'
import type { ChainReader, Description, SigningRequest } from '../Description.ts'
import { describeRequest } from '../describeRequest.ts'

/** A local chain for a test file: started before the tests, reset after each, stopped after all. */
export function useChain() {
  let devnet: Devnet
  let url = ''
  beforeAll(async () => {
    devnet = await startDevnet({
      folder: join(process.cwd(), '.latchkey', 'test'),
      bakeFolder: join(process.cwd(), '.latchkey', 'test-bake'),
      chains: [31337],
    })
    url = devnet.chains[0]?.rpcUrl ?? ''
  }, 120_000)
  afterAll(() => devnet?.stop())

  /** The chain for a wallet: errors carry the node's code and data. */
  const read: ChainReader = async ({ method, params }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } }
    if (error) throw Object.assign(new Error(error.message), error)
    return result
  }
  beforeEach(async () => {
    const snapshot = await read({ method: 'evm_snapshot', params: [] })
    return async () => void (await read({ method: 'evm_revert', params: [snapshot] }))
  })

  const account = (index: number) => {
    const found = devnet.accounts[index]
    if (!found) throw new Error(`No account ${index}`)
    return found
  }
  const tokenOf = (kind: DevnetToken['kind']) => {
    const found = devnet.tokens.find((token) => token.kind === kind)
    if (!found) throw new Error(`No ${kind} token`)
    return found
  }
  const vouched = (): VouchedToken[] =>
    devnet.tokens
      .filter(({ kind }) => kind !== 'spam')
      .map(({ address, symbol, name, decimals }) => ({ address, symbol, name, decimals, kind: 'erc20' }))
  const describeCalls = (
    { method, params }: Pick<SigningRequest, 'method' | 'params'>,
    { account: asked = account(0).address, ...options }: Partial<DescribeParameters> & { account?: `0x${string}` } = {},
  ): Promise<Description> =>
    describeRequest({
      request: { method, params, chainId: 'eip155:31337', account: asked, origin: 'https://app.example' },
      read,
      network: {
        name: 'Local One',
        nativeCurrency: { name: 'Local Ether', symbol: 'ETH', decimals: 18 },
        testnet: true,
      },
      knownAddresses: [],
      tokens: vouched(),
      now: Date.now,
      ...options,
    })
  const describe = (transaction: Record<string, unknown>, options: Partial<DescribeParameters> = {}) =>
    describeCalls({ method: 'eth_sendTransaction', params: [transaction] }, options)
  /**
   * Sends as an account whose key the node does not have, and waits for the block: nothing can be simulated during its creation.
   * @returns the hash
   */
  const send = async (from: string, transaction: Record<string, unknown>) => {
    await read({ method: 'anvil_impersonateAccount', params: [from] })
    const hash = await read({ method: 'eth_sendTransaction', params: [{ from, ...transaction }] })
    await vi.waitFor(async () =>
      expect(await read({ method: 'eth_getTransactionReceipt', params: [hash] })).not.toBeNull(),
    )
    return hash
  }
  return { world: () => devnet, read, account, tokenOf, describe, describeCalls, send }
}
