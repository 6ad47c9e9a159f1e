import type { Devnet } from '@latchkey/devnet'

/** The server answers while it still reads the chains' past; the tests begin when it has. */
export async function waitForIndex({
  api,
  projectId: project,
  token,
  devnet,
}: {
  api: string
  projectId: string
  token: string
  devnet: Devnet
}) {
  const [ada] = devnet.accounts
  const read = async (path: string) => {
    const response = await fetch(`${api}${path}projectId=${project}`)
    return response.ok
      ? ((await response.json()) as { price?: number | null; balances?: { value: number | null }[] })
      : {}
  }
  const isReady = async () => {
    const { price } = await read(`/v1/tokens/${encodeURIComponent(token)}?`)
    const accounts = await Promise.all(
      devnet.chains.map(({ chainId }) => read(`/v1/account/${ada?.address}/balance?chainId=${chainId}&`)),
    )
    return (
      typeof price === 'number' &&
      accounts.every(({ balances = [] }) => balances.filter(({ value }) => value).length > 3)
    )
  }
  const deadline = Date.now() + 60_000
  while (!(await isReady())) {
    if (Date.now() > deadline) throw new Error('The server did not read the local chains within a minute')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
