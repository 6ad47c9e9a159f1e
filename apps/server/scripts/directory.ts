// `npm run -w apps/server directory -- import <file> [--into <file>]`: merges another list of wallets into the operator's own.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { describeMerge } from '../src/directory/describeMerge.ts'
import { importWallets } from '../src/directory/importWallets.ts'
import { loadConfig } from '../src/platform/config/loadConfig.ts'

const usage = 'npm run -w apps/server directory -- import <file> [--into <file>]'

async function run(): Promise<void> {
  const { positionals, values } = parseArgs({ options: { into: { type: 'string' } }, allowPositionals: true })
  const [command, from, ...rest] = positionals
  if (command !== 'import' || !from || rest.length > 0) throw new Error(`Use: ${usage}`)
  const into = values.into ?? (await loadConfig({ env: process.env })).directory.file
  if (!into) throw new Error('Name the file to write with --into, or as directory.file in the configuration')
  // npm runs scripts in the workspace's folder, but paths are relative to the caller's folder.
  const here = process.env.INIT_CWD ?? process.cwd()
  const merge = importWallets({ from: resolve(here, from), into: resolve(here, into) })
  console.log(describeMerge({ merge, into }))
}

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
