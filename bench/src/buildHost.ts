import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

type Output = {
  type: 'chunk' | 'asset'
  fileName: string
  code?: string
  imports?: string[]
  dynamicImports?: string[]
  isEntry?: boolean
}

/** Chunks of the modal's first opening: its own chunk, the connection engine, and the reader of the directory. */
export const openingChunks = /modalEntry|createConnectionEngine|createDirectory|checksumAddress/

/** React alone, the kit, or bare wagmi. */
export type HostPage = 'bare' | 'kit' | 'wagmi'

/** The host pages, built for production into a folder, with their chunks. */
export type HostBuild = {
  folder: string
  chunks: ReadonlyMap<
    string,
    { gzip: number; imports: readonly string[]; dynamicImports: readonly string[]; isEntry: boolean; name: string }
  >
  /** Gzip bytes of the scripts that a page loads before any click. */
  loadBytes: (page: HostPage) => number
  /** The chunks that a page loads before any click. */
  loadedChunks: (page: HostPage) => ReadonlySet<string>
  /** Gzip bytes that a page fetches in addition, once chunks are requested. */
  laterBytes: (page: HostPage, chunk: RegExp) => number
}

/**
 * Builds pages of `bench/host`. Pages that are built together share chunks, so that those that are compared with one another are not.
 *
 * @param folder where the pages are written
 * @param pages which ones; by default React alone, and the kit's provider and button
 */
export async function buildHost({
  folder,
  pages = ['bare', 'kit'],
}: {
  folder: string
  pages?: readonly HostPage[]
}): Promise<HostBuild> {
  const root = fileURLToPath(new URL('../host', import.meta.url))
  const result = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    resolve: { conditions: ['dev', 'module', 'browser', 'production'] },
    plugins: [react()],
    build: {
      outDir: folder,
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: Object.fromEntries(pages.map((page) => [page, `${root}/${page}.html`])) },
    },
  })
  const outputs = [result].flat().flatMap((part) => ('output' in part ? (part.output as unknown as Output[]) : []))
  const chunks = new Map(
    outputs.flatMap((output) =>
      output.type === 'chunk'
        ? [
            [
              output.fileName,
              {
                gzip: gzipSync(output.code ?? '').length,
                imports: output.imports ?? [],
                dynamicImports: output.dynamicImports ?? [],
                isEntry: output.isEntry ?? false,
                name: output.fileName,
              },
            ] as const,
          ]
        : [],
    ),
  )
  const reach = (name: string, seen: Set<string>): number => {
    const chunk = chunks.get(name)
    if (!chunk || seen.has(name)) return 0
    seen.add(name)
    return chunk.gzip + chunk.imports.reduce((sum, next) => sum + reach(next, seen), 0)
  }
  const entryOf = (page: string) =>
    [...chunks.values()].find(({ isEntry, name }) => isEntry && name.includes(page))?.name
  const loadBytes = (page: string, seen = new Set<string>()) => reach(entryOf(page) ?? '', seen)
  return {
    folder,
    chunks,
    loadBytes: (page) => loadBytes(page),
    loadedChunks: (page) => {
      const seen = new Set<string>()
      loadBytes(page, seen)
      return seen
    },
    laterBytes: (page, pattern) => {
      const seen = new Set<string>()
      loadBytes(page, seen)
      return [...chunks.keys()].filter((name) => pattern.test(name)).reduce((sum, name) => sum + reach(name, seen), 0)
    },
  }
}
