import type { PluginOption } from 'vite'
import type { Sandbox } from './Sandbox.ts'

/** Adds the local test wallet to the page; nothing without accounts for it, and then none of its code is loaded. */
export async function sandboxPlugin({ sandbox }: { sandbox: Sandbox | undefined }): Promise<PluginOption[]> {
  const [first, ...rest] = sandbox?.accounts ?? []
  if (!sandbox || !first) return []
  const { sandboxWallet } = await import('@latchkey/testkit/vite')
  return [
    sandboxWallet({
      preview: true,
      accounts: [first, ...rest],
      chains: Object.fromEntries(sandbox.chains.map(({ id, ...chain }) => [id, chain])),
      ...(sandbox.families ? { families: sandbox.families } : {}),
    }),
  ]
}
