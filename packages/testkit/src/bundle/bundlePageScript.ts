import { fileURLToPath } from 'node:url'
import { build, type Rollup } from 'vite'

/** The global name that holds the exports of a bundled page script. */
export const pageScriptGlobal = '__latchkeyTestkit'

const bundles = new Map<string, Promise<string>>()

/**
 * Bundles one of the testkit's page modules into a script without imports that runs in any page. Each module is bundled once per process.
 *
 * @param module path relative to this file, without extension, for example `../page/installVirtualWallet`
 * @param options.minify for pages that load it over a network
 */
export function bundlePageScript(module: string, { minify = false }: { minify?: boolean } = {}): Promise<string> {
  // `.ts` in the sources, `.js` after the build.
  const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
  const entry = fileURLToPath(new URL(`${module}${extension}`, import.meta.url))
  const key = `${entry} ${minify}`
  const known = bundles.get(key) ?? bundle({ entry, minify })
  bundles.set(key, known)
  return known
}

async function bundle({ entry, minify }: { entry: string; minify: boolean }): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['dev', 'browser', 'module', 'import', 'default'] },
    build: {
      write: false,
      minify,
      target: 'es2022',
      lib: { entry, formats: ['iife'], name: pageScriptGlobal, fileName: 'page' },
    },
  })
  const [output] = (Array.isArray(result) ? result : [result]) as Rollup.RollupOutput[]
  const chunk = output?.output[0]
  if (!chunk) throw new Error(`Nothing was bundled from ${entry}`)
  return chunk.code
}
