import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { expect, test } from 'vitest'

const entry = fileURLToPath(new URL('./index.ts', import.meta.url))

/** Returns the gzipped size of these exports in a browser bundle, without errors of the protocol package, which a frame has anyway. */
async function sizeOf(names: readonly string[] | '*'): Promise<number> {
  const source =
    names === '*' ? `export * from ${JSON.stringify(entry)}` : `export { ${names} } from ${JSON.stringify(entry)}`
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'virtual:entry' ? id : null),
        load: (id) => (id === 'virtual:entry' ? source : null),
      },
    ],
    resolve: { conditions: ['dev'] },
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      rollupOptions: {
        input: 'virtual:entry',
        preserveEntrySignatures: 'strict',
        external: ['@latchkey/protocol', '@latchkey/protocol/errors'],
      },
    },
  })
  const outputs = Array.isArray(result) ? result : [result]
  const code = outputs
    .flatMap((one) => ('output' in one ? one.output : []))
    .map((one) => ('code' in one ? one.code : ''))
  return gzipSync(code.join(''), { level: 9 }).length
}

test('default: the whole package with its libraries fits into a worker', { timeout: 60_000 }, async () => {
  // 12.5 kB of it are the blind evaluation of passwords, which runs in a separate worker.
  expect(await sizeOf('*')).toBeLessThan(50_000)
})

test('behavior: unused exports add nothing to the bundle', { timeout: 60_000 }, async () => {
  const sizes: Record<string, number> = {}
  for (const name of ['fromBase64Url', 'parseBackupCode', 'toMnemonic', 'derivePasswordSecret'])
    sizes[name] = await sizeOf([name])
  expect(sizes.fromBase64Url).toBeLessThan(500)
  // None of them contains a curve.
  expect(sizes.parseBackupCode).toBeLessThan(3_200)
  expect(sizes.toMnemonic).toBeLessThan(3_200)
  expect(sizes.derivePasswordSecret).toBeLessThan(5_800)
  const whole = await sizeOf('*')
  const core = await sizeOf([
    'openVault',
    'sealVault',
    'splitDataKey',
    'combineShares',
    'sealToFactors',
    'openShare',
    'deriveAccounts',
  ])
  expect(core).toBeLessThan(whole - 17_000)
})
