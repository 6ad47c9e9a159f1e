import { join, relative, resolve } from 'node:path'
import { hashSources, isBuilt, writeBuildRecord } from './buildRecord.mjs'

const root = resolve(import.meta.dirname, '../..')
const vite = 'node_modules/vite/bin/vite.js'

/** Plugins join the folder to the root, which an absolute path does not survive. */
const viteArguments = (workspace) => (folder) => {
  const home = join(root, workspace)
  return ['build', home, '--emptyOutDir', '--outDir', relative(home, folder)]
}

/**
 * The builders of each part's pages. The pages contain no addresses: they request them when they open. The server waits for the first of
 * them.
 */
const builds = {
  wallet: { workspace: 'apps/wallet', file: 'apps/wallet/build.ts', argumentsFor: (folder) => [folder] },
  site: { workspace: 'apps/web', file: vite, argumentsFor: viteArguments('apps/web') },
  phone: { workspace: 'apps/phone', file: vite, argumentsFor: viteArguments('apps/phone') },
  subscription: { workspace: 'apps/subscription', file: vite, argumentsFor: viteArguments('apps/subscription') },
  sandbox: {
    workspace: 'packages/testkit',
    file: 'packages/testkit/src/bundle/bundleSandbox.ts',
    argumentsFor: (folder) => [folder],
  },
}

/** Builders that run at the same time: each takes half a gigabyte. */
const builders = 2

/**
 * Makes the pages of all parts, where their sources have changed since they were last made here. Each is built by a process that ends with its
 * work: a bundler keeps its memory.
 *
 * @param {{ folder: string, run: (options: { name: string, file: string, args: readonly string[] }) => Promise<void> }} options `folder`
 *   belongs to this process alone
 * @returns {Record<'wallet' | 'site' | 'phone' | 'subscription' | 'sandbox', Promise<string>>} the folder of each, when it is whole
 */
export function localPages({ folder, run }) {
  const lanes = Array.from({ length: builders }, () => Promise.resolve())
  const pages = {}
  for (const [index, [name, build]] of Object.entries(builds).entries()) {
    const lane = index % builders
    const built = lanes[lane].then(() => buildPages({ name, build, folder, run }))
    lanes[lane] = built.catch(() => {})
    pages[name] = built
  }
  return pages
}

async function buildPages({ name, build: { workspace, file, argumentsFor }, folder, run }) {
  const pages = resolve(folder, name)
  const record = resolve(folder, `${name}.json`)
  const sources = hashSources({ root, workspace, files: ['scripts/lib/localPages.mjs'], development: true })
  if (isBuilt({ record, folder: pages, sources })) return pages
  await run({ name: `${name} pages`, file, args: argumentsFor(pages) })
  writeBuildRecord({ record, folder: pages, sources })
  return pages
}
