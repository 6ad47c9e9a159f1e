import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Devnet, startDevnet, toChainConfigs } from '@latchkey/devnet'
import type { CallsStatus, PrepareCalls, PreparedCalls, RpcAuthorization, SentCalls } from '@latchkey/protocol'
import { type AccountCall, smartAccountAddress, toRpcAuthorization } from '@latchkey/smart-account'
import { createPublicClient, defineChain, erc20Abi, type Hex, http, type PublicClient } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts'
import { createTestContext, type TestContext } from '../../testing/createTestContext.ts'
import { testProjectId } from '../../testing/testProjectId.ts'
import { until } from '../../testing/until.ts'
import type { SmartAccounts } from '../createSmartAccounts.ts'

/** Folder in which tests share the baked state; ignored by git. */
const bakeFolder = fileURLToPath(new URL('../../../../../.latchkey/test-bake', import.meta.url))

/** Another project of the same server. */
export const otherProjectId = 'fedcba9876543210fedcba9876543210'

/** Response of one JSON-RPC call. */
export type RpcReply<Result> = {
  result: Result
  error: { code: number; message: string; data?: { code?: string; field?: string } }
}

/** Sponsorship settings that tests change. */
type Sponsorship = Partial<{
  perOperation: string
  perAccountAndDay: string
  perProjectAndDay: string
  perNewAccountAndDay: string
  operationsPerAccountAndDay: number
  operationsPerAddressAndDay: number
  newAccountsPerAddressAndDay: number
  anybody: boolean
  targets: string[]
  paymaster: string
}>

/** The whole application on a local chain with smart accounts. */
export type SmartAccountWorld = {
  devnet: Devnet
  context: TestContext
  app: TestApp
  smartAccounts: SmartAccounts
  reader: PublicClient
  /** The token that tests transfer. */
  token: `0x${string}`
  /** Sends JSON-RPC directly to the chain's node. */
  node: <Result = unknown>(method: string, params?: readonly unknown[]) => Promise<Result>
  /** Calls a JSON-RPC path of the application. */
  ask: <Result>(
    path: string,
    method: string,
    params: readonly unknown[],
    options?: { projectId?: string; chainId?: string; headers?: Record<string, string> },
  ) => Promise<RpcReply<Result>>
  /** Prepares calls, or throws the code of the refusal. */
  prepare: (request: Omit<PrepareCalls, 'chainId'>, projectId?: string) => Promise<PreparedCalls>
  /** Signs prepared calls as an owner. */
  sign: (
    prepared: PreparedCalls,
    owner: PrivateKeyAccount,
  ) => Promise<{
    preparedCalls: PreparedCalls['preparedCalls']
    signature: Hex
    authorization?: RpcAuthorization
    context?: Hex
  }>
  send: (signed: object, projectId?: string) => Promise<RpcReply<SentCalls>>
  /** Waits for the end of an operation. */
  ended: (id: string) => Promise<CallsStatus>
  /** Prepares, signs as the owner, sends and waits. */
  run: (request: Omit<PrepareCalls, 'chainId'>, owner: PrivateKeyAccount) => Promise<CallsStatus>
  balanceOf: (account: `0x${string}`) => Promise<bigint>
  /** Gives an account tokens, and native tokens on request. */
  fund: (account: `0x${string}`, options?: { tokens?: bigint; ether?: bigint }) => Promise<void>
  stop: () => Promise<void>
}

export const chainId = 'eip155:31337'

/** By default, everyone is sponsored, from one address and without an origin. Other tests cover the policy. */
const generous: Sponsorship = {
  anybody: true,
  perNewAccountAndDay: '50000000000000000',
  operationsPerAddressAndDay: 100_000,
  newAccountsPerAddressAndDay: 100_000,
}
export const hexChainId = '0x7a69'

/**
 * Starts a local chain with the application.
 *
 * @param options.sponsorship null: accounts pay for themselves
 * @param options.bundling whether the bundler runs (default true)
 */
export async function startSmartAccountWorld({
  sponsorship = {},
  bundling = true,
  connection,
  devnet: given,
  paymasterKey,
}: {
  sponsorship?: Sponsorship | null
  bundling?: boolean
  /** An existing database, which is not closed. */
  connection?: TestContext['connection']
  /** An existing chain, which is not stopped. */
  devnet?: Devnet
  /** Replaces the paymaster's signer. */
  paymasterKey?: `0x${string}`
} = {}): Promise<SmartAccountWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-smart-'))
  const devnet = given ?? (await startDevnet({ folder, bakeFolder, chains: [31337] }))
  const context = await createTestContext({
    ...(connection ? { connection } : {}),
    config: {
      projects: [
        { id: testProjectId, name: 'Test', origins: ['http://localhost:5173'] },
        { id: otherProjectId, name: 'Other', origins: ['http://localhost:5174'] },
      ],
      wallet: { publicUrl: 'http://wallet.localhost:7102', folder, keyFile: join(folder, 'server.key') },
      smartAccounts: {
        executor: { privateKey: devnet.executor.privateKey },
        ...(sponsorship ? { paymaster: { privateKey: paymasterKey ?? devnet.paymasterSigner.privateKey } } : {}),
      },
      chains: toChainConfigs(devnet).map((chain) => ({
        ...chain,
        smartAccounts: {
          bundleInterval: 10,
          ...(sponsorship
            ? { sponsorship: { paymaster: devnet.contracts.paymaster, ...generous, ...sponsorship } }
            : {}),
        },
      })),
    },
  })
  // Keeps the last reasons against a sponsorship. Otherwise, an account without native tokens fails with a misleading error.
  const refusals: string[] = []
  const keepReason = ({ reason }: { reason?: string }) => void (reason && refusals.push(reason))
  Object.assign(context.log, { info: keepReason, warn: keepReason })
  const app = await createTestApp({ context })
  const { smartAccounts } = app
  if (!smartAccounts) throw new Error('the application has no smart accounts')
  if (bundling) smartAccounts.bundler.start()
  const [{ rpcUrl = '' } = {}] = devnet.chains
  const chain = defineChain({
    ...{ id: 31337, name: 'Local', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
    rpcUrls: { default: { http: [rpcUrl] } },
    contracts: { multicall3: { address: devnet.contracts.multicall3 } },
  })
  const reader = createPublicClient({ chain, transport: http(rpcUrl), pollingInterval: 20 })
  const token = devnet.tokens.find(({ kind }) => kind === 'site')?.address
  if (!token) throw new Error('the local world has no token')

  const node: SmartAccountWorld['node'] = async <Result>(method: string, params: readonly unknown[] = []) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const reply = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const { result, error } = (await reply.json()) as { result: Result; error?: { message: string } }
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }
  const ask: SmartAccountWorld['ask'] = async (
    path,
    method,
    params,
    { projectId = testProjectId, chainId: at, headers = {} } = {},
  ) => {
    const query = new URLSearchParams({ projectId, ...(at === undefined ? {} : { chainId: at }) })
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await app.app.request(`${path}?${query}`, { method: 'POST', body, headers })
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
    return (await response.json()) as never
  }
  const wallet = <Result>(method: string, params: readonly unknown[], projectId?: string) =>
    ask<Result>('/v1/wallet', method, params, { chainId, ...(projectId ? { projectId } : {}) })

  const prepare: SmartAccountWorld['prepare'] = async (request, projectId) => {
    const params = [{ chainId: hexChainId, ...request }]
    const { result, error } = await wallet<PreparedCalls>('wallet_prepareCalls', params, projectId)
    if (error) throw Object.assign(new Error(`${error.data?.code}: ${error.message}`), error.data)
    return result
  }
  const sign: SmartAccountWorld['sign'] = async ({ preparedCalls, signatureRequest, context: shown }, owner) => {
    const { hash, authorization } = signatureRequest
    const signature = await owner.sign({ hash })
    if (!authorization) return { preparedCalls, signature, ...(shown ? { context: shown } : {}) }
    const [id, nonce] = [Number(authorization.chainId), Number(authorization.nonce)]
    const signed = await owner.signAuthorization({ address: authorization.address, chainId: id, nonce })
    const { r, s, yParity = 0 } = signed
    const rpc = toRpcAuthorization({ address: authorization.address, chainId: id, nonce, r, s, yParity })
    return { preparedCalls, signature, authorization: rpc }
  }
  const send: SmartAccountWorld['send'] = (signed, projectId) => wallet('wallet_sendPreparedCalls', [signed], projectId)
  const ended: SmartAccountWorld['ended'] = async (id) => {
    let status: CallsStatus | undefined
    await until(async () => {
      status = (await wallet<CallsStatus>('wallet_getCallsStatus', [id])).result
      return status !== undefined && status.status !== 100
    })
    if (!status) throw new Error('there is no status')
    return status
  }
  const [rich] = devnet.accounts
  if (!rich) throw new Error('the local world has no people')
  return {
    ...{ devnet, context, app, smartAccounts, reader, token, node, ask, prepare, sign, send, ended },
    run: async (request, owner) => {
      const prepared = await prepare(request)
      // Read before the call, because a refused call is logged as well.
      const reason = refusals.at(-1) ?? 'no reason'
      const { result, error } = await send(await sign(prepared, owner))
      if (error) {
        const payer = prepared.capabilities.sponsor ? 'sponsored' : `not sponsored: ${reason}`
        throw Object.assign(new Error(`${error.data?.code}: ${error.message} (${payer})`), error.data)
      }
      return ended(result.id)
    },
    balanceOf: (account) =>
      reader.readContract({ abi: erc20Abi, address: token, functionName: 'balanceOf', args: [account] }),
    fund: async (account, { tokens = 0n, ether = 0n } = {}) => {
      if (ether > 0n) await node('anvil_setBalance', [account, `0x${ether.toString(16)}`])
      if (tokens === 0n) return
      const data = `0xa9059cbb${account.slice(2).padStart(64, '0')}${tokens.toString(16).padStart(64, '0')}`
      const from = devnet.faucet.address
      await node('anvil_impersonateAccount', [from])
      const hash = await node<Hex>('eth_sendTransaction', [{ from, to: token, data }])
      await until(async () => (await node('eth_getTransactionReceipt', [hash])) !== null)
    },
    stop: async () => {
      await context.stop()
      if (!given) await devnet.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Creates a new owner, with the address of its smart account. */
export function createOwner(): { owner: PrivateKeyAccount; account: `0x${string}` } {
  const owner = privateKeyToAccount(generatePrivateKey())
  return { owner, account: smartAccountAddress({ address: owner.address }) }
}

/** Encodes a transfer of the world's token. */
export function transfer(
  token: `0x${string}`,
  to: `0x${string}`,
  amount: bigint,
): Required<Pick<AccountCall, 'to' | 'data'>> {
  return { to: token, data: `0xa9059cbb${to.slice(2).padStart(64, '0')}${amount.toString(16).padStart(64, '0')}` }
}
