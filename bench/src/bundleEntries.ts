import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

/** Sizes of a package's entries, bundled as a site would. Bytes of gzip, one file per chunk. */
export type EntryWeight = {
  /** Bytes that load at once. */
  first: number
  /** That, and every part that may come later. */
  total: number
}

type Chunk = { type: string; fileName: string; code?: string; imports?: string[]; isEntry?: boolean }

/** The bundler's own loader of chunks, which a site has with its first one. */
const loader = 'export const __vitePreload = (load) => load()'

/**
 * Bundles everything that entries export, in memory.
 *
 * @param options.entries files, relative to the repository
 * @param options.withLoader whether the bundler's own loader of chunks (0.7 kB) counts
 * @param options.external packages that are left out
 */
export async function bundleEntries({
  entries,
  withLoader = false,
  external = [],
}: {
  entries: readonly string[]
  withLoader?: boolean
  external?: string[]
}): Promise<EntryWeight> {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const id = `${root}bench/virtual-entry.ts`
  const result = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['dev', 'browser', 'module', 'import', 'default'] },
    plugins: [
      {
        name: 'entries',
        enforce: 'pre',
        resolveId: (asked) => (asked === 'entries' ? id : undefined),
        load: (asked) => {
          if (asked === id) return entries.map((entry) => `export * from '${root}${entry}'`).join('\n')
          return !withLoader && /vite\/preload-helper/.test(asked) ? loader : undefined
        },
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      ...(withLoader ? {} : { modulePreload: false }),
      rolldownOptions: { input: 'entries', preserveEntrySignatures: 'strict', external },
    },
  })
  const chunks = [result]
    .flat()
    .flatMap((part) => ('output' in part ? (part.output as unknown as Chunk[]) : []))
    .filter(({ type }) => type === 'chunk')
  const first = new Set<Chunk>()
  const reach = (chunk: Chunk | undefined) => {
    if (!chunk || first.has(chunk)) return
    first.add(chunk)
    for (const name of chunk.imports ?? []) reach(chunks.find(({ fileName }) => fileName === name))
  }
  reach(chunks.find(({ isEntry }) => isEntry))
  const weigh = (part: Iterable<Chunk>) => [...part].reduce((sum, { code = '' }) => sum + gzipSync(code).length, 0)
  return { first: weigh(first), total: weigh(chunks) }
}
