import { expect } from './fixtures.ts'

/** Asks a local chain. */
export async function rpc<Result>({ url, method, params }: { url: string; method: string; params: unknown[] }) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as { result: Result; error?: { message: string } }
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
