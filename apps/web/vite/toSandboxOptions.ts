import type { SandboxWalletOptions } from '@latchkey/testkit/vite'
import type { Sandbox } from './Sandbox.ts'

/** Converts accounts and chains to the options of the local test wallet; undefined without an account. */
export function toSandboxOptions({ accounts, chains, families }: Sandbox): SandboxWalletOptions | undefined {
  const [first, ...rest] = accounts
  if (!first) return undefined
  return {
    accounts: [first, ...rest],
    chains: Object.fromEntries(chains.map(({ id, ...chain }) => [id, chain])),
    ...(families ? { families } : {}),
  }
}
