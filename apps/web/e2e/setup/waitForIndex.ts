import type { Devnet } from '@latchkey/devnet'

/** Waits until the server has indexed the chains' past. It answers requests before that. */
export async function waitForIndex({
  api,
  projectId: project,
  token,
  devnet,
  readLog,
}: {
  api: string
  projectId: string
  token: string
  devnet: Devnet
  /** Returns the server's log, to explain why it is not ready. */
  readLog: () => string
}) {
  const [ada] = devnet.accounts
  const read = async (path: string) => {
    const response = await fetch(`${api}${path}projectId=${project}`)
    return response.ok
      ? ((await response.json()) as { price?: number | null; balances?: { value: number | null }[] })
      : {}
  }
  const look = async () => {
    const { price } = await read(`/v1/tokens/${encodeURIComponent(token)}?`)
    const accounts = await Promise.all(
      devnet.chains.map(({ chainId }) => read(`/v1/account/${ada?.address}/balance?chainId=${chainId}&`)),
    )
    const valued = accounts.map(({ balances = [] }) => balances.filter(({ value }) => value).length)
    return { price, valued, isReady: typeof price === 'number' && valued.every((count) => count > 3) }
  }
  const deadline = Date.now() + 60_000
  for (let state = await look(); !state.isReady; state = await look()) {
    if (Date.now() > deadline)
      throw new Error(
        `The server did not read the local chains within a minute: price ${state.price}, tokens with a value on each chain ${state.valued.join(', ')}\n${readLog()}`,
      )
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
