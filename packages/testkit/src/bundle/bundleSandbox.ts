/**
 * Writes the script of the local test wallet as a file, `sandbox.js` in the folder that is named: for hosts that serve built pages without
 * a bundler. It offers `installSandboxWallet` at the name of `pageScriptGlobal`.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundlePageScript } from './bundlePageScript.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder for sandbox.js')
await mkdir(folder, { recursive: true })
await writeFile(join(folder, 'sandbox.js'), await bundlePageScript('../sandbox/installSandboxWallet', { minify: true }))
