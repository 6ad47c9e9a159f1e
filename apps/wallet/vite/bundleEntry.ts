import { build, defaultClientConditions, type Plugin } from 'vite'

export type BundleEntryParameters = {
  /** The package's folder. */
  root: string
  /** Absolute path of the entry. */
  entry: string
  /** `es` for module scripts, `iife` for workers. */
  format: 'es' | 'iife'
  plugins?: Plugin[]
}

export type BundlePairParameters = Omit<BundleEntryParameters, 'entry' | 'format'> & {
  /** Absolute path of the first script. */
  entry: string
  /** Absolute path of the second; it imports the first one and uses its modules. */
  second: string
}

/**
 * Bundles an entry and all its imports into one minified file, in memory. One file, because a page's CSP allows its script by hash
 * only: a chunk loaded later would have no hash in it.
 */
export async function bundleEntry(parameters: BundleEntryParameters): Promise<string> {
  const chunks = await asProduction(() => bundle(parameters))
  const [chunk, ...others] = chunks
  if (chunk === undefined || others.length > 0) {
    const names = chunks.map(({ fileName }) => fileName).join(', ')
    throw new Error(`${parameters.entry} did not become one file: ${names}`)
  }
  return chunk.code
}

/** Vite reads `NODE_ENV` for much of the bundle. With a fixed value, every environment builds the same result. */
async function asProduction<T>(build: () => Promise<T>): Promise<T> {
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  try {
    return await build()
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = NODE_ENV
  }
}

/**
 * Bundles two module scripts of one page. The second one imports the shared modules from the first, and nothing else is shared. A page
 * that has an element for each, in this order, loads nothing else: the second one's import is already in the page's module map.
 *
 * @returns their code; the second one imports {@link firstScript}, to be replaced by the first one's final name
 */
export async function bundlePair({ second, ...parameters }: BundlePairParameters): Promise<[string, string]> {
  return asProduction(async () => {
    const chunks = await bundle({ ...parameters, format: 'es', entry: { first: parameters.entry, second } })
    const [first, other] = ['first.js', 'second.js'].map(
      (name) => chunks.find(({ fileName }) => fileName === name)?.code,
    )
    if (first === undefined || other === undefined || chunks.length !== 2 || !other.includes(firstScript)) {
      const names = chunks.map(({ fileName }) => fileName).join(', ')
      throw new Error(
        `${parameters.entry} and ${second} did not become two files, the second on top of the first: ${names}`,
      )
    }
    return [first, other]
  })
}

/** Import path of the first script in the second one of a pair. */
export const firstScript = './first.js'

type Chunk = { fileName: string; code: string }

async function bundle({
  root,
  entry,
  format,
  plugins = [],
}: Omit<BundleEntryParameters, 'entry'> & { entry: string | Record<string, string> }): Promise<Chunk[]> {
  const isPair = typeof entry !== 'string'
  const result = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    mode: 'production',
    publicDir: false,
    plugins,
    resolve: { conditions: ['dev', ...defaultClientConditions] },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      cssCodeSplit: false,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      // Built as a library, a worker has no helper for loading chunks, which it does not need.
      ...(format === 'iife' ? { lib: { entry, formats: ['iife' as const], name: 'worker' } } : {}),
      rolldownOptions: {
        input: entry,
        ...(isPair ? { preserveEntrySignatures: 'allow-extension' as const } : {}),
        output: {
          format,
          ...(isPair ? { chunkFileNames: '[name].js' } : { codeSplitting: false }),
          entryFileNames: '[name].js',
          comments: false,
        },
      },
    },
  })
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) => ('output' in one ? one.output : []))
  return outputs.map((output) => {
    if (output.type !== 'chunk')
      throw new Error(`${output.fileName}: styles belong into *.css.ts, pictures into the code`)
    return output
  })
}
