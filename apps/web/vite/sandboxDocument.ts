import { readFile } from 'node:fs/promises'
import { testWalletPath } from '@latchkey/react/vite'
import type { Sandbox } from './Sandbox.ts'
import { toSandboxOptions } from './toSandboxOptions.ts'

/**
 * Adds the local test wallet to built pages, which contain none of it: a script on the host, and a line in each page that loads it.
 *
 * @param options.script file that `bundleSandbox.ts` of the testkit wrote
 */
export function sandboxDocument({ sandbox, script }: { sandbox: Sandbox; script: string }): {
  documents: Readonly<Record<string, () => Promise<string>>>
  shapeHtml: (html: string) => string
} {
  const options = toSandboxOptions(sandbox)
  if (options === undefined) return { documents: {}, shapeHtml: (html) => html }
  return {
    documents: {
      [testWalletPath]: async () =>
        `${await readFile(script, 'utf8')};__latchkeyTestkit.installSandboxWallet(${JSON.stringify(options)});`,
    },
    shapeHtml: (html) => html.replace('<head>', `<head><script defer src="${testWalletPath}"></script>`),
  }
}
