import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startChild } from '../../../../scripts/lib/child.mjs'

const workspace = fileURLToPath(new URL('../../../..', import.meta.url))
const withVite = (app: string) => {
  const root = join(workspace, 'apps', app)
  // Plugins join the folder to the root, which does not work with an absolute path.
  const argsFor = (folder: string) => ['build', root, '--emptyOutDir', '--outDir', relative(root, folder)]
  return { file: 'node_modules/vite/bin/vite.js', argsFor }
}
/** Builds of each app's pages. They contain no addresses of a world: an opened page requests them. */
const builds = {
  wallet: { file: 'apps/wallet/build.ts', argsFor: (folder: string) => [folder] },
  site: withVite('web'),
  phone: withVite('phone'),
  subscription: withVite('subscription'),
  sandbox: { file: 'packages/testkit/src/bundle/bundleSandbox.ts', argsFor: (folder: string) => [folder] },
}

/**
 * Builds pages in a separate process. One `npm test` builds them once: the first world leaves them in the folder of
 * `LATCHKEY_TEST_SHARED`, and the others copy them.
 *
 * @param options.folder folder of this world, for the log, and for the pages without a shared folder
 * @returns `built`: the folder of the pages, or the last output of a failed build; and a function that stops the build
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
      // Another world was first. Its pages are the same.
      if (!existsSync(pages)) throw error
    })
    return pages
  }
  const built = build()
  built.catch(() => {})
  return { built, stop: child.stop }
}
