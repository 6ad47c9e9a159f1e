import type { SandboxWalletOptions } from '@latchkey/testkit/vite'
import type { Sandbox } from './Sandbox.ts'

/** What the local test wallet is told; undefined without an account for it. */
export function toSandboxOptions({ accounts, chains, families }: Sandbox): SandboxWalletOptions | undefined {
  const [first, ...rest] = accounts
  if (!first) return undefined
  return {
    accounts: [first, ...rest],
    chains: Object.fromEntries(chains.map(({ id, ...chain }) => [id, chain])),
    ...(families ? { families } : {}),
  }
}
