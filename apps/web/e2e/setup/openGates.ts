import type { DevnetChainConfig } from '@latchkey/devnet'
import { type Gate, openGate } from './openGate.ts'

/** A part behind a gate, as the server reaches it; for `wallet`, as visitors do. */
export type GateName = 'upstream' | 'mail' | 'wallet' | 'database' | 'redis'

/**
 * Opens a gate in front of every part that tests disconnect from the server, and returns the server's addresses. Wallets and the site
 * reach the chain of the `upstream` gate directly. `database` and `redis` exist if the run has them.
 */
export async function openGates({
  chainConfigs: [first, ...others],
  smtpUrl,
  wallet,
  environment = process.env,
}: {
  chainConfigs: readonly DevnetChainConfig[]
  smtpUrl: string
  wallet: { outside: number; inside: number }
  environment?: NodeJS.ProcessEnv
}) {
  const gates: Partial<Record<GateName, Gate>> = {
    wallet: await openGate({ target: wallet.inside, port: wallet.outside }),
  }
  const behind = async (name: GateName, url: string) => {
    gates[name] ??= await openGate({ target: Number(new URL(url).port) })
    return url.replace(/:\d+(?=\/|$)/, `:${gates[name].port}`)
  }
  const env: Record<string, string> = {}
  if (environment.DATABASE_URL) env.DATABASE_URL = await behind('database', environment.DATABASE_URL)
  if (environment.REDIS_URL) env.REDIS_URL = await behind('redis', environment.REDIS_URL)
  if (!first) throw new Error('The world has no chain')
  const upstreams = await Promise.all(
    first.upstreams.map(async ({ url, ws }) => ({
      url: await behind('upstream', url),
      ws: await behind('upstream', ws),
    })),
  )
  return { gates, smtpUrl: await behind('mail', smtpUrl), chainConfigs: [{ ...first, upstreams }, ...others], env }
}
