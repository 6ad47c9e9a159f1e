import { expect } from '@playwright/test'
import type { World } from './setup/World.ts'

/** Asks a local chain. One that makes a block in the middle of a call is asked again. */
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

/** How many transactions of an account are in a block. */
export async function sentCount({ url, address }: { url: string; address: string }) {
  return Number(await rpc<string>({ url, method: 'eth_getTransactionCount', params: [address, 'latest'] }))
}

/** Waits until one more transaction of an account is in a block; answers the moment at which that was seen. */
export async function waitForBlock({ url, address, before }: { url: string; address: string; before: number }) {
  await expect.poll(() => sentCount({ url, address }), { intervals: [25] }).toBeGreaterThan(before)
  return Date.now()
}

/** What an account has of a listed token on the first chain, base units. */
export async function balanceOf({ world, symbol, address }: { world: World; symbol: string; address: string }) {
  const token = world.tokens.find((known) => known.symbol === symbol)
  if (!token) throw new Error(`There is no ${symbol}`)
  const call = { to: token.address, data: `0x70a08231${toWord(address)}` }
  return BigInt(await rpc<string>({ url: firstUrl(world), method: 'eth_call', params: [call, 'latest'] }))
}

/** Gives an account Ether on the first chain, from the faucet; resolves when it is in a block. */
export async function fund({ world, address, ether }: { world: World; address: string; ether: bigint }) {
  await openFaucet(world)
  await pay({ world, transaction: { to: address, value: `0x${(ether * 10n ** 18n).toString(16)}` } })
}

/** Gives an account Ether, and as much of every token that is listed, on the first chain; resolves when it is in blocks. */
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

/** Lets the node sign for the faucet, which has enough whatever other tests took. */
async function openFaucet(world: World) {
  const url = firstUrl(world)
  const { address } = world.faucet
  await rpc({ url, method: 'anvil_setBalance', params: [address, `0x${(10n ** 22n).toString(16)}`] })
  await rpc({ url, method: 'anvil_impersonateAccount', params: [address] })
}

/** Pays from the faucet. The node numbers the payments, and gives two that come at once one number: what was pushed out is paid anew. */
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
