/**
 * Writes the script of the local test wallet to `sandbox.js` in the given folder, for hosts that serve built pages without a bundler. The
 * script offers `installSandboxWallet` under the name in `pageScriptGlobal`.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundlePageScript } from './bundlePageScript.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder for sandbox.js')
await mkdir(folder, { recursive: true })
await writeFile(join(folder, 'sandbox.js'), await bundlePageScript('../sandbox/installSandboxWallet', { minify: true }))
