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

/** The two host pages, built for production into a folder, with their chunks. */
export type HostBuild = {
  folder: string
  chunks: ReadonlyMap<
    string,
    { gzip: number; imports: readonly string[]; dynamicImports: readonly string[]; isEntry: boolean; name: string }
  >
  /** Gzip bytes of the scripts that a page loads before any click. */
  loadBytes: (page: 'bare' | 'kit') => number
}

/**
 * Builds `bench/host`: a page with React alone, and one with the kit's provider and button.
 *
 * @param folder where the pages are written
 */
export async function buildHost({ folder }: { folder: string }): Promise<HostBuild> {
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
      rolldownOptions: { input: { bare: `${root}/bare.html`, kit: `${root}/kit.html` } },
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
  const loadBytes = (page: string) => {
    const entry = [...chunks.values()].find(({ isEntry, name }) => isEntry && name.includes(page))
    const seen = new Set<string>()
    const visit = (name: string): number => {
      const chunk = chunks.get(name)
      if (!chunk || seen.has(name)) return 0
      seen.add(name)
      return chunk.gzip + chunk.imports.reduce((sum, next) => sum + visit(next), 0)
    }
    return entry ? visit(entry.name) : 0
  }
  return { folder, chunks, loadBytes }
}
