import { join } from 'node:path'
import { type LocalBitcoin, startBitcoin } from '@latchkey/devnet/bitcoin'
import { bitcoinNetworks } from '@latchkey/protocol'
import type { Balance } from '@latchkey/protocol/api'
import {
  announceStandardWallet,
  createVirtualBitcoinWallet,
  installBitcoinProvider,
  type VirtualBitcoinWallet,
} from '@latchkey/testkit'
import { afterAll, beforeAll } from 'vitest'
import type { Latchkey } from '../Latchkey.ts'
import { defineBitcoinNetwork } from '../networks/defineBitcoinNetwork.ts'
import { answerAsServer, type ChainServer } from './createChainServer.ts'
import {
  createTestEnvironment,
  settle,
  type TestEnvironment,
  type TestEnvironmentOptions,
} from './createTestEnvironment.ts'
import { createTestKit } from './createTestKit.ts'

/** The native token of Bitcoin as a row of the balances. */
export const bitcoinRow: Balance = {
  name: 'Bitcoin',
  symbol: 'BTC',
  chainId: bitcoinNetworks.regtest,
  value: 60_000,
  price: 60_000,
  quantity: { decimals: '8', numeric: '1' },
  iconUrl: null,
}

/** The network of the local Bitcoin chain. */
const regtestNetwork = defineBitcoinNetwork({
  reference: '0f9188f13cb7b2c71f2a335e3a4fc328',
  name: 'Local Bitcoin',
  rpcUrls: { default: { http: [] } },
})

/** A call of the gateway. */
export type GatewayCall = { method: string; params: readonly unknown[] }

/** A kit with a wallet on the local Bitcoin chain, ready to send. */
export type BitcoinSetting = {
  environment: TestEnvironment
  latchkey: Latchkey
  wallet: VirtualBitcoinWallet
  server: ChainServer & {
    /** Called before each call of the gateway. Its result replaces the answer, and an error is the node's refusal. */
    answer: (call: GatewayCall) => unknown
    /** The estimated fee rate in sat/vB, for any number of blocks. */
    feeRate: number
  }
  calls: GatewayCall[]
}

/** Starts a local Bitcoin chain for a file of send tests. */
export function sendOnBitcoin() {
  let bitcoin: LocalBitcoin
  let wallets = 0

  beforeAll(async () => {
    bitcoin = await startBitcoin({ bakeFolder: join(process.cwd(), '.latchkey', 'test-bake') })
  }, 120_000)
  afterAll(() => bitcoin?.stop())

  /** Calls Esplora with the gateway's method names. */
  async function ask({ method, params }: GatewayCall): Promise<unknown> {
    const get = async (path: string, init?: RequestInit) => {
      const response = await fetch(`${bitcoin.esploraUrl}${path}`, init)
      const text = await response.text()
      if (!response.ok) throw Object.assign(new Error(text), { code: response.status === 404 ? -5 : -26 })
      return text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text
    }
    const [first, second] = params
    switch (method) {
      case 'getblockcount':
        return Number(await get('/blocks/tip/height'))
      case 'getrawtransaction':
        return get(`/tx/${first}${second === true ? '' : '/hex'}`)
      case 'gettxoutspend':
        return get(`/tx/${first}/outspend/${second}`)
      case 'sendrawtransaction':
        return get('/tx', { method: 'POST', body: String(first) })
      case 'getaddressutxos': {
        const { addresses } = first as { addresses: string[] }
        const [address = ''] = addresses
        const rows = (await get(`/address/${address}/utxo`)) as {
          txid: string
          vout: number
          value: number
          status: { confirmed: boolean; block_height?: number }
        }[]
        const [{ scriptpubkey: script } = { scriptpubkey: '' }] = await Promise.all(
          rows.slice(0, 1).map(async ({ txid, vout }) => (await get(`/tx/${txid}`)).vout[vout]),
        )
        return rows.map(({ txid, vout, value, status }) => ({
          ...{ address, txid, vout, script, satoshis: value },
          height: status.confirmed ? status.block_height : null,
        }))
      }
      default:
        throw Object.assign(new Error(`No method ${method}`), { code: -32601 })
    }
  }

  async function setUp({
    open = createTestEnvironment,
    wallet = createWallet(),
    isSats = false,
  }: {
    open?: (options: TestEnvironmentOptions) => TestEnvironment
    wallet?: VirtualBitcoinWallet
    /** The wallet uses the sats-connect protocol instead of the Wallet Standard. */
    isSats?: boolean
  } = {}): Promise<BitcoinSetting> {
    const calls: GatewayCall[] = []
    const server: BitcoinSetting['server'] = {
      ...{ nodes: {}, balances: [bitcoinRow], history: [] },
      feeRate: 5,
      answer: () => undefined,
      intercept: async ({ url, calls: asked }) => {
        if (url.pathname !== '/v1') return undefined
        const answers = await Promise.all(
          asked.map(async (call, id) => {
            calls.push(call)
            try {
              const given = await server.answer(call)
              if (given !== undefined) return { jsonrpc: '2.0', id, result: given }
              if (call.method === 'estimatesmartfee')
                return { jsonrpc: '2.0', id, result: { feerate: server.feeRate, blocks: call.params[0] } }
              return { jsonrpc: '2.0', id, result: await ask(call) }
            } catch (error) {
              const { message, code = -32000 } = error as { message: string; code?: number }
              return { jsonrpc: '2.0', id, error: { code, message } }
            }
          }),
        )
        return Response.json(answers.length === 1 ? { ...answers[0], id: 0 } : answers)
      },
    }
    const environment = open({ fetch: answerAsServer(server) })
    if (isSats) installBitcoinProvider({ wallet, target: environment.page() as EventTarget })
    else announceStandardWallet({ wallet, target: environment.page() as EventTarget })
    const latchkey = createTestKit({ environment, config: { networks: [regtestNetwork] } })
    await latchkey.connection.connect({ connectorId: `bip122:${wallet.standard.name}` })
    return { environment, latchkey, wallet, server, calls }
  }

  /** Creates a wallet with an unused key. */
  function createWallet(): VirtualBitcoinWallet {
    wallets++
    const privateKey = `0x${wallets.toString(16).padStart(4, '0').repeat(16)}` as const
    return createVirtualBitcoinWallet({
      accounts: [{ privateKey }],
      chains: ['bitcoin:regtest'],
      esploraUrls: { 'bitcoin:regtest': bitcoin.esploraUrl },
    })
  }

  /** Funds an address with coins of these amounts, in a block. */
  async function fund(address: string, values: readonly number[]) {
    for (const value of values) await bitcoin.fund({ address, value })
    await bitcoin.mine()
  }

  /** Advances the time until a condition is true. The kit asks nodes once per second of test time. */
  async function pass(environment: TestEnvironment, isSo: () => boolean) {
    for (let second = 0; second < 60 && !isSo(); second++) {
      await environment.advance(1000)
      await environment.idle()
      await settle()
    }
  }

  return { chain: () => bitcoin, ask, setUp, createWallet, fund, pass }
}
