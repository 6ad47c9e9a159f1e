import { expect } from '@playwright/test'
import type { World } from './setup/World.ts'

/** Sends a request to a local chain, and repeats it if the chain was making a block in the middle of it. */
export async function rpc<Result>({
  url,
  method,
  params,
}: {
  url: string
  method: string
  params: unknown[]
}): Promise<Result> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as { result: Result; error?: { message: string } }
  if (error && /BlockOutOfRange/.test(error.message)) return rpc({ url, method, params })
  if (error) throw new Error(error.message)
  return result
}

/** Returns the number of an account's transactions in blocks. */
export async function sentCount({ url, address }: { url: string; address: string }) {
  return Number(await rpc<string>({ url, method: 'eth_getTransactionCount', params: [address, 'latest'] }))
}

/** Waits for the next transaction of an account in a block. Returns the time at which it was seen. */
export async function waitForBlock({ url, address, before }: { url: string; address: string; before: number }) {
  await expect.poll(() => sentCount({ url, address }), { intervals: [25] }).toBeGreaterThan(before)
  return Date.now()
}

/** Returns the balance of an account in a listed token on the first chain, in base units. */
export async function balanceOf({ world, symbol, address }: { world: World; symbol: string; address: string }) {
  const token = world.tokens.find((known) => known.symbol === symbol)
  if (!token) throw new Error(`There is no ${symbol}`)
  const call = { to: token.address, data: `0x70a08231${toWord(address)}` }
  return BigInt(await rpc<string>({ url: firstUrl(world), method: 'eth_call', params: [call, 'latest'] }))
}

/** Sends Ether from the faucet to an account on the first chain; resolves once it is in a block. */
export async function fund({ world, address, ether }: { world: World; address: string; ether: bigint }) {
  await openFaucet(world)
  await pay({ world, transaction: { to: address, value: `0x${(ether * 10n ** 18n).toString(16)}` } })
}

/** Sends Ether, and the same amount of every listed token, to an account on the first chain; resolves once all are in blocks. */
export async function fundAll({
  world,
  address,
  ether,
  tokens,
}: {
  world: World
  address: string
  ether: bigint
  tokens: bigint
}) {
  await openFaucet(world)
  const listed = world.tokens.filter(({ kind }) => kind !== 'spam' && kind !== 'wrapped-native')
  await Promise.all([
    pay({ world, transaction: { to: address, value: `0x${(ether * 10n ** 18n).toString(16)}` } }),
    ...listed.map(({ address: to, decimals }) => {
      const amount = (tokens * 10n ** BigInt(decimals)).toString(16)
      return pay({ world, transaction: { to, data: `0xa9059cbb${toWord(address)}${toWord(amount)}` } })
    }),
  ])
}

/** Makes the node sign for the faucet, and refills it in case other tests emptied it. */
async function openFaucet(world: World) {
  const url = firstUrl(world)
  const { address } = world.faucet
  await rpc({ url, method: 'anvil_setBalance', params: [address, `0x${(10n ** 22n).toString(16)}`] })
  await rpc({ url, method: 'anvil_impersonateAccount', params: [address] })
}

/** Pays from the faucet. The node chooses nonces, and gives two simultaneous payments the same one, so a replaced payment is repeated. */
async function pay({
  world,
  transaction,
}: {
  world: World
  transaction: { to: string; value?: string; data?: string }
}): Promise<void> {
  const url = firstUrl(world)
  const ask = <Result>(method: string, ...params: unknown[]) => rpc<Result>({ url, method, params })
  const hash = await ask<string>('eth_sendTransaction', { from: world.faucet.address, ...transaction }).catch(
    () => undefined,
  )
  let known = hash !== undefined
  let isMined = false
  await expect
    .poll(async () => {
      isMined = known && (await ask<object | null>('eth_getTransactionReceipt', hash)) !== null
      known = known && (isMined || (await ask<object | null>('eth_getTransactionByHash', hash)) !== null)
      return isMined || !known
    })
    .toBe(true)
  if (!isMined) await pay({ world, transaction })
}

function firstUrl({ chains: [first] }: World) {
  if (!first) throw new Error('The world has no chain')
  return first.rpcUrl
}

const toWord = (hex: string) => hex.replace(/^0x/, '').toLowerCase().padStart(64, '0')
