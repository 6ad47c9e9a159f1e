import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Devnet, startDevnet, toChainConfigs } from '@latchkey/devnet'
import type { ChainId, EvmAddress } from '@latchkey/protocol'
import { createAccountCall, personalSignDigest, smartAccountAddress } from '@latchkey/smart-account'
import { createPublicClient, type Hex, http, numberToHex, type PublicClient } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { createRpcService } from '../../rpc/createRpcService.ts'
import type { RpcService } from '../../rpc/RpcService.ts'
import { createTestContext } from '../../testing/createTestContext.ts'
import { until } from '../../testing/until.ts'

const bakeFolder = fileURLToPath(new URL('../../../../../.latchkey/test-bake', import.meta.url))

/** An account with our contracts, which may not be deployed yet. */
export type SignatureAccount = {
  owner: PrivateKeyAccount
  address: EvmAddress
  /** Data of its deployment (ERC-6492). */
  maker: { factory: Hex; factoryData: Hex }
  /** Returns the account's signature of a text (ERC-7739), unwrapped. */
  sign: (message: string, options?: { on?: ChainId; by?: PrivateKeyAccount }) => Promise<Hex>
}

/** Two local chains, and the server's RPC to them. */
export type SignatureWorld = {
  rpc: RpcService
  /** Sends JSON-RPC directly to a node. */
  node: <Result = unknown>(chainId: ChainId, method: string, params?: readonly unknown[]) => Promise<Result>
  reader: PublicClient
  createAccount: (options?: { owner?: PrivateKeyAccount; salt?: bigint }) => SignatureAccount
  /** Sends a transaction from any address, and waits for it. */
  send: (chainId: ChainId, transaction: { from: Hex; to: Hex; data: Hex }) => Promise<void>
  deploy: (account: SignatureAccount, options?: { on?: ChainId }) => Promise<void>
  /** Sets code at a new address. */
  putCode: (code: Hex, at?: EvmAddress) => Promise<EvmAddress>
  stop: () => Promise<void>
}

export const [chainA, chainB] = ['eip155:31337', 'eip155:31338'] as const satisfies ChainId[]

/** Starts two local chains with the contracts of smart accounts. */
export async function startSignatureWorld(): Promise<SignatureWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-signatures-'))
  const devnet: Devnet = await startDevnet({ folder, bakeFolder, chains: [31337, 31338] })
  const context = await createTestContext({ config: { chains: toChainConfigs(devnet) } })
  const rpc = createRpcService({ context })
  const urlOf = (chainId: ChainId) =>
    devnet.chains.find(({ id }) => `eip155:${id}` === chainId)?.rpcUrl ?? 'http://127.0.0.1:9'
  const node: SignatureWorld['node'] = async <Result>(
    chainId: ChainId,
    method: string,
    params: readonly unknown[] = [],
  ) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(urlOf(chainId), { method: 'POST', headers, body })
    const { result, error } = (await reply.json()) as { result: Result; error?: { message: string } }
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }
  const send: SignatureWorld['send'] = async (chainId, { from, to, data }) => {
    await node(chainId, 'anvil_setBalance', [from, numberToHex(10n ** 18n)])
    await node(chainId, 'anvil_impersonateAccount', [from])
    const hash = await node<Hex>(chainId, 'eth_sendTransaction', [{ from, to, data, gas: numberToHex(5_000_000) }])
    let receipt: { status: Hex } | null = null
    await until(async () => {
      receipt = await node<{ status: Hex } | null>(chainId, 'eth_getTransactionReceipt', [hash])
      return receipt !== null
    })
    if ((receipt as { status: Hex } | null)?.status !== '0x1') throw new Error('the transaction failed')
  }
  let places = 0xc0de_0000n
  return {
    ...{ rpc, node, send },
    reader: createPublicClient({ transport: http(urlOf(chainA), { retryCount: 0 }) }),
    createAccount: ({ owner = privateKeyToAccount(generatePrivateKey()), salt = 0n } = {}) => {
      const of = { address: owner.address, salt }
      const address = smartAccountAddress(of)
      return {
        ...{ owner, address, maker: createAccountCall(of) },
        sign: (message, { on = chainA, by = owner } = {}) => {
          const account = { address, chainId: Number(on.split(':')[1]) }
          return by.sign({ hash: personalSignDigest({ account, message }) })
        },
      }
    },
    deploy: ({ owner, maker: { factory, factoryData } }, { on = chainA } = {}) =>
      send(on, { from: owner.address, to: factory, data: factoryData }),
    putCode: async (code, at) => {
      const address = at ?? numberToHex(places++, { size: 20 })
      await node(chainA, 'anvil_setCode', [address, code])
      return address
    },
    stop: async () => {
      await context.stop()
      await devnet.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
