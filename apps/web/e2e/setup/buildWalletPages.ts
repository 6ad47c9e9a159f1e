import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { startChild } from '../../../../scripts/lib/child.mjs'

/**
 * Builds the wallet's pages into a folder, in a process of its own. Within one `npm test` they are built once: the first world leaves a copy
 * in the folder that `LATCHKEY_TEST_SHARED` names, the others take it.
 *
 * @param options.folder of this world, for the log
 * @returns `built`, which rejects with the last words of a build that failed; and what ends it early
 */
export function buildWalletPages({
  workspace,
  folder,
  walletFolder,
}: {
  workspace: string
  folder: string
  walletFolder: string
}): { built: Promise<void>; stop: () => Promise<void> } {
  const { LATCHKEY_TEST_SHARED: shared } = process.env
  const copy = shared ? join(shared, 'wallet-pages') : undefined
  if (copy !== undefined && existsSync(copy)) {
    const built = cp(copy, walletFolder, { recursive: true })
    built.catch(() => {})
    return { built, stop: async () => {} }
  }
  const pages = startChild({
    name: 'wallet pages',
    file: join(workspace, 'apps/wallet/build.ts'),
    args: [walletFolder],
    env: {},
    logFile: join(folder, 'wallet-pages.log'),
  })
  const build = async () => {
    const { code, tail } = await pages.exited
    if (code !== 0) throw new Error(`The wallet pages could not be built:\n${tail.join('\n')}`)
    if (copy === undefined || existsSync(copy)) return
    const draft = `${copy}-${randomUUID()}`
    await cp(walletFolder, draft, { recursive: true })
    // Another world was first: its pages are the same.
    await rename(draft, copy).catch(() => {})
  }
  const built = build()
  built.catch(() => {})
  return { built, stop: pages.stop }
}
