import type { PluginOption } from 'vite'
import type { Sandbox } from './Sandbox.ts'
import { toSandboxOptions } from './toSandboxOptions.ts'

/** Adds the local test wallet to the page; nothing without accounts for it, and then none of its code is loaded. */
export async function sandboxPlugin({ sandbox }: { sandbox: Sandbox | undefined }): Promise<PluginOption[]> {
  const options = sandbox && toSandboxOptions(sandbox)
  if (options === undefined) return []
  const { sandboxWallet } = await import('@latchkey/testkit/vite')
  return [sandboxWallet({ preview: true, ...options })]
}
