import { createPrivateKey, sign } from 'node:crypto'
import { type Solana, type SolanaAccount, type SolanaToken, startSolana } from '@latchkey/devnet/solana'
import { type ChainId, solanaNetworks } from '@latchkey/protocol'
import {
  associatedTokenAddress,
  buildTransfer,
  programs,
  readTransaction,
  type Transfer,
  transactionId,
} from '@latchkey/solana'
import { indexedChains } from '../../chains/schema.ts'
import { transferKind } from '../../chains/transferKind.ts'
import type { ServerConfigInput } from '../../platform/config/ServerConfig.ts'
import { pricePoints, prices } from '../../prices/schema.ts'
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts'
import { createTestContext, type TestContext } from '../../testing/createTestContext.ts'
import { testProjectId } from '../../testing/testProjectId.ts'
import { tokenState, tokens } from '../../tokens/schema.ts'

export const cluster: ChainId = solanaNetworks.localnet
/** An indexed network with prices of SOL and the site's token. */
export const home: ChainId = 'eip155:31337'
const bridgedSol = `0x${'5a'.repeat(20)}` as const
/** USD: at all previous times, and now. */
export const solPrice = { past: 120, now: 150 }

/** A server on the local Solana cluster. */
export type SolanaWorld = {
  solana: Solana
  context: TestContext
  app: TestApp
  get: <Body>(path: string) => Promise<{ status: number; body: Body; headers: Headers }>
  rpc: (body: unknown, chainId?: ChainId) => Promise<{ status: number; text: string }>
  person: (name: string) => SolanaAccount
  token: (kind: SolanaToken['kind']) => SolanaToken
  /** Signs a payment in its wire format. */
  sign: (name: string, transfer: Omit<Transfer, 'from'>) => Promise<{ wire: string; signature: string }>
  /** Submits directly to the node. */
  send: (wire: string) => Promise<void>
  stop: () => Promise<void>
}

/** Starts it. No EVM chain runs, but the database has prices of one. */
export async function startSolanaWorld({
  upstreams,
  networks = 1,
}: {
  upstreams?: (solana: Solana) => { url: string; ws?: string }[]
  networks?: 1 | 2
} = {}): Promise<SolanaWorld> {
  const solana = await startSolana({ networks })
  const context = await createTestContext({ config: { http: { port: 0 }, chains: configure(solana, upstreams) } })
  await writePrices(context)
  const app = await createTestApp({ context })
  const url = solana.networks[0]?.rpcUrl ?? ''
  const ask = async <Result>(method: string, params: unknown[]): Promise<Result> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = (await response.json()) as { result: Result; error?: { message: string } }
    if (error) throw new Error(error.message)
    return result
  }
  const person = (name: string) => {
    const account = solana.accounts.find((one) => one.name === name)
    if (!account) throw new Error(`There is no ${name}`)
    return account
  }
  return {
    ...{ solana, context, app, person },
    get: async <Body>(path: string) => {
      const response = await app.app.request(`${path}${path.includes('?') ? '&' : '?'}projectId=${testProjectId}`)
      return { status: response.status, body: (await response.json()) as Body, headers: response.headers }
    },
    rpc: async (body, chainId = cluster) => {
      const response = await app.app.request(`/v1?chainId=${chainId}&projectId=${testProjectId}`, {
        method: 'POST',
        body: JSON.stringify(body),
      })
      return { status: response.status, text: await response.text() }
    },
    token: (kind) => {
      const token = solana.tokens.find((one) => one.kind === kind)
      if (!token) throw new Error(`There is no ${kind}`)
      return token
    },
    sign: async (name, transfer) => {
      const { address, privateKey } = person(name)
      const { value } = await ask<{ value: { blockhash: string } }>('getLatestBlockhash', [])
      const budget = { unitLimit: undefined, unitPrice: undefined }
      const unsigned = buildTransfer({ transfer: { ...transfer, from: address }, blockhash: value.blockhash, budget })
      const { messageBytes } = readTransaction(unsigned)
      const wire = Buffer.concat([Buffer.from([1]), signWith(privateKey, messageBytes), messageBytes])
      return { wire: wire.toString('base64'), signature: transactionId(new Uint8Array(wire)) ?? '' }
    },
    send: async (wire) => {
      await ask('sendTransaction', [wire, { encoding: 'base64' }])
    },
    stop: async () => {
      await context.stop()
      await solana.stop()
    },
  }
}

/** Encodes a token payment to an associated account, which it creates. */
export async function tokenTransfer({
  token: { address: mint, decimals },
  from,
  receiver,
  amount,
}: {
  token: SolanaToken
  from: string
  receiver: string
  amount: bigint
}): Promise<Omit<Transfer, 'from'>> {
  const program = programs.token
  const [source, destination] = await Promise.all(
    [from, receiver].map((owner) => associatedTokenAddress({ owner, mint, tokenProgram: program })),
  )
  if (!source || !destination) throw new Error('No address')
  const token = { mint, program, decimals, source, destination, createsDestination: true, fee: undefined }
  return { receiver, amount, token }
}

function configure(
  solana: Solana,
  upstreams: ((solana: Solana) => { url: string; ws?: string }[]) | undefined,
): ServerConfigInput['chains'] {
  const priceFrom = `${home}:${bridgedSol}` as const
  const clusters = solana.networks.map(({ chainId, name, rpcUrl, wsUrl }) => ({
    ...{ chainId, name, testnet: true, priceFrom },
    upstreams: upstreams?.(solana) ?? [{ url: rpcUrl, ws: wsUrl }],
    tokens: solana.tokens
      .filter(({ kind }) => kind === 'usd')
      .map(({ address, symbol }) => ({ address, symbol, usdReference: true })),
  }))
  const evm = {
    ...{ chainId: home, name: 'Local One', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
    upstreams: [{ url: 'http://127.0.0.1:9' }],
  }
  return [evm, ...clusters]
}

/** Signs with the platform's ed25519. Source: RFC 8410, the prefix of a private key. */
function signWith(seed: `0x${string}`, message: Uint8Array): Buffer {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.from(seed.slice(2), 'hex')])
  return sign(null, message, createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }))
}

async function writePrices({ database }: TestContext): Promise<void> {
  const seenAt = Date.now()
  await database.insert(indexedChains).values({ chainId: home, block: 1, caughtUp: true, seenAt })
  const [row] = await database.select().from(indexedChains)
  const chain = row?.key ?? 0
  await database.insert(tokens).values({
    ...{ chain, address: bridgedSol, kind: transferKind.erc20, name: 'Local SOL', symbol: 'LSOL', decimals: 9 },
    ...{ flags: 0, state: tokenState.read },
  })
  const common = { chain, block: 1, token: bridgedSol }
  await database.insert(prices).values({ ...common, usd: solPrice.now, liquidity: 1_000_000 })
  await database.insert(pricePoints).values({ ...common, time: 0, usd: solPrice.past })
}
