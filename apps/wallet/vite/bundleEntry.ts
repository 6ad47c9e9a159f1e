import { build, defaultClientConditions, type Plugin } from 'vite'

/** What {@link bundleEntry} needs. */
export type BundleEntryParameters = {
  /** The package's folder. */
  root: string
  /** Absolute path of the entry. */
  entry: string
  /** `es` for module scripts, `iife` for workers. */
  format: 'es' | 'iife'
  plugins?: Plugin[]
}

/**
 * Bundles an entry and all that it imports into one minified file, in memory. One file, because a page's policy allows its
 * script by hash alone: a chunk loaded later would have no hash in it.
 */
export async function bundleEntry(parameters: BundleEntryParameters): Promise<string> {
  // Vite reads it for much that ends up in the bundle: whoever builds, the result is the same.
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  try {
    return await bundle(parameters)
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = NODE_ENV
  }
}

async function bundle({ root, entry, format, plugins = [] }: BundleEntryParameters): Promise<string> {
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
      // As a library, a worker comes without the page's helper for loading chunks: it has none, and no page.
      ...(format === 'iife' ? { lib: { entry, formats: ['iife' as const], name: 'worker' } } : {}),
      rolldownOptions: {
        input: entry,
        output: { format, codeSplitting: false, entryFileNames: 'entry.js', comments: false },
      },
    },
  })
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) => ('output' in one ? one.output : []))
  const [chunk, ...others] = outputs
  if (chunk?.type !== 'chunk' || others.length > 0) {
    const names = outputs.map(({ fileName }) => fileName).join(', ')
    throw new Error(`${entry} did not become one file: ${names}. Styles belong into *.css.ts, pictures into the code`)
  }
  return chunk.code
}
