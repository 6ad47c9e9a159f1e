import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startChild } from '../../../../scripts/lib/child.mjs'

const workspace = fileURLToPath(new URL('../../../..', import.meta.url))
const withVite = (app: string) => {
  const root = join(workspace, 'apps', app)
  // Plugins join the folder to the root, which an absolute path does not survive.
  const argsFor = (folder: string) => ['build', root, '--emptyOutDir', '--outDir', relative(root, folder)]
  return { file: 'node_modules/vite/bin/vite.js', argsFor }
}
/** What builds each app's pages into a folder. Nothing of a world is in them: when they are opened they ask where its parts are. */
const builds = {
  wallet: { file: 'apps/wallet/build.ts', argsFor: (folder: string) => [folder] },
  site: withVite('web'),
  phone: withVite('phone'),
  subscription: withVite('subscription'),
  sandbox: { file: 'packages/testkit/src/bundle/bundleSandbox.ts', argsFor: (folder: string) => [folder] },
}

/**
 * Builds pages in a process of its own. Within one `npm test` they are built once: the first world leaves them in the folder that
 * `LATCHKEY_TEST_SHARED` names, the others take them from there.
 *
 * @param options.folder of this world, for the log, and for the pages where nobody shares them
 * @returns `built`: the folder of the pages, or the last words of a build that failed; and what ends it early
 */
export function buildPages({ app, folder }: { app: keyof typeof builds; folder: string }): {
  built: Promise<string>
  stop: () => Promise<void>
} {
  const pages = join(process.env.LATCHKEY_TEST_SHARED ?? folder, `${app}-pages`)
  if (existsSync(pages)) return { built: Promise.resolve(pages), stop: async () => {} }
  const { file, argsFor } = builds[app]
  const draft = `${pages}-${randomUUID()}`
  const child = startChild({
    name: `${app} pages`,
    file: join(workspace, file),
    args: argsFor(draft),
    env: {},
    logFile: join(folder, `${app}-pages.log`),
  })
  const build = async () => {
    const { code, tail } = await child.exited
    if (code !== 0) throw new Error(`The pages of the ${app} could not be built:\n${tail.join('\n')}`)
    await rename(draft, pages).catch((error: unknown) => {
      // Another world was first: its pages are the same.
      if (!existsSync(pages)) throw error
    })
    return pages
  }
  const built = build()
  built.catch(() => {})
  return { built, stop: child.stop }
}
