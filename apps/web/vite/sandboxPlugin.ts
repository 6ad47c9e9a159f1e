import type { PluginOption } from 'vite'
import type { Sandbox } from './Sandbox.ts'
import { toSandboxOptions } from './toSandboxOptions.ts'

/** Adds the local test wallet to the page. Without accounts, adds nothing and loads none of its code. */
export async function sandboxPlugin({ sandbox }: { sandbox: Sandbox | undefined }): Promise<PluginOption[]> {
  const options = sandbox && toSandboxOptions(sandbox)
  if (options === undefined) return []
  const { sandboxWallet } = await import('@latchkey/testkit/vite')
  return [sandboxWallet({ preview: true, ...options })]
}
