import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cruiseImports } from './lib/cruiseImports.mjs'

/** A small checkout: each file with its imports, and the rule that they break, if any. */
const files: Record<string, readonly (readonly [specifier: string, rule?: string])[]> = {
  'packages/protocol/src/exports/index.ts': [],
  'packages/protocol/src/caip/chainId.ts': [['@latchkey/core', 'arrows of packages/protocol']],
  'packages/protocol/src/caip/chainId.test.ts': [['@latchkey/core', 'arrows of tests of packages/protocol']],
  'packages/devnet/src/exports/index.ts': [['../../../../scripts/lib/freePort.mjs']],
  'scripts/lib/freePort.mjs': [],
  'packages/core/src/exports/index.ts': [['../swap/createSwap.ts']],
  'packages/core/src/version.ts': [],
  'packages/core/src/createLatchkey.ts': [['./swap/createQuoting.ts', 'features of packages/core, from its assembly']],
  'packages/core/src/store/Store.ts': [],
  'packages/core/src/send/createSend.ts': [['../version.ts'], ['../store/Store.ts'], ['./sendStore.ts']],
  'packages/core/src/send/sendStore.ts': [],
  'packages/core/src/send/oldChecks.ts': [['../createLatchkey.ts', 'assembly of packages/core']],
  'packages/core/src/swap/createSwap.ts': [
    ['../send/createSend.ts'],
    ['../send/sendStore.ts', 'stores of the kit'],
    ['@latchkey/devnet', 'arrows of packages/core'],
    ['@latchkey/protocol/src/caip/chainId.ts', 'resolvable'],
    ['viem', 'no development dependencies in what ships'],
    ['@noble/hashes'],
    ['react', 'React'],
  ],
  'packages/core/src/swap/createQuoting.ts': [
    ['../../../protocol/src/exports/index.ts', 'package by name'],
    ['../../../../scripts/lib/freePort.mjs', 'scripts are for tests'],
    ['../testing/createTestKit.ts', 'no tests in what ships'],
    ['../telemetry/createTelemetry.ts', 'order of packages/core: swap'],
    ['../novelty/createNovelty.ts', 'place in packages/core'],
  ],
  'packages/core/src/swap/createQuoting.test.ts': [
    ['../testing/createTestKit.ts'],
    ['../send/sendStore.ts'],
    ['@latchkey/devnet'],
    ['../../../../scripts/lib/freePort.mjs'],
  ],
  'packages/core/src/novelty/createNovelty.ts': [],
  'packages/core/src/telemetry/createTelemetry.ts': [['../swap/createQuoting.ts', 'features of packages/core']],
  'packages/core/src/testing/createTestKit.ts': [],
  'packages/react/src/views/send/WalletSend.tsx': [['react'], ['../connect/Connect.tsx']],
  'packages/react/src/views/connect/Connect.tsx': [],
  'packages/react/src/views/swap/Swap.tsx': [['../send/WalletSend.tsx', 'groups of views']],
  'apps/server/src/app.ts': [],
  'apps/server/src/platform/context.ts': [
    ['../chains/readChains.ts', 'order of apps/server: platform'],
    ['../app.ts', 'assembly of apps/server'],
  ],
  'apps/server/src/chains/readChains.ts': [],
  'apps/server/src/vaults/vaultStore.ts': [],
  'apps/server/src/vaults/readPassword.ts': [],
  'apps/server/src/devices/createDeviceService.ts': [
    ['../vaults/vaultStore.ts'],
    ['../vaults/readPassword.ts', 'features of apps/server'],
  ],
  'apps/wallet/src/worker/decide.ts': [],
  'apps/wallet/src/windows/ask.ts': [['../worker/decide.ts', 'features of apps/wallet']],
  'apps/web/src/pages/home/Hero.tsx': [],
  'apps/web/src/pages/portfolio/PortfolioPage.tsx': [['../home/Hero.tsx', 'features of apps/web']],
}
let folder = ''
let found: Awaited<ReturnType<typeof cruiseImports>>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-imports-'))
  for (const [path, imports] of Object.entries(files))
    write(path, imports.map(([specifier]) => `import '${specifier}'\n`).join(''))
  // A circle of types is counted; one that is there when the code runs is refused.
  write('packages/vault/src/seed/one.ts', "import type { Two } from './two.ts'\nexport type One = Two\n")
  write('packages/vault/src/seed/two.ts', "import type { One } from './one.ts'\nexport type Two = One | 2\n")
  write('packages/vault/src/split/three.ts', "import { four } from './four.ts'\nexport const three = () => four()\n")
  write('packages/vault/src/split/four.ts', "import { three } from './three.ts'\nexport const four = () => three()\n")
  for (const name of ['protocol', 'devnet', 'core']) {
    const needs = { dependencies: { '@noble/hashes': '1' }, devDependencies: { viem: '2' } }
    writePackage(`packages/${name}`, {
      name: `@latchkey/${name}`,
      exports: { '.': './src/exports/index.ts' },
      ...needs,
    })
    mkdirSync(join(folder, 'node_modules/@latchkey'), { recursive: true })
    symlinkSync(join(folder, 'packages', name), join(folder, 'node_modules/@latchkey', name))
  }
  writePackage('packages/react', { peerDependencies: { react: '19' } })
  for (const name of ['viem', '@noble/hashes', 'react']) {
    writePackage(`node_modules/${name}`, { name, main: 'index.js' })
    write(`node_modules/${name}/index.js`, '')
  }
  found = await cruiseImports({ folder, within: ['packages', 'apps', 'scripts'] })
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

for (const [path, imports] of Object.entries(files))
  for (const [specifier, rule] of imports)
    test(`behavior: ${path} ${rule ? 'may not' : 'may'} import ${specifier}`, () => {
      const target = specifier.startsWith('.')
        ? join(dirname(path), specifier)
        : specifier.replace('@latchkey', 'packages')
      const problems = found.problems.filter(
        (line) => line.startsWith(`${path} → `) && (line.includes(target) || line.includes(specifier)),
      )
      if (rule)
        expect(
          problems.some((line) => line.endsWith(`: ${rule}`)),
          problems.join('\n'),
        ).toBe(true)
      else expect(problems).toEqual([])
    })

test('behavior: a runtime circle is a problem, and a circle of types is counted', () => {
  const circles = found.problems.filter((line) => line.startsWith('packages/vault/') && line.endsWith(': circle'))
  expect(circles).toHaveLength(1)
  expect(circles[0]).toContain('packages/vault/src/split/three.ts')
  expect(found.circularImports).toBeGreaterThanOrEqual(4)
  expect(found.problems.filter((line) => line.includes('packages/vault/src/seed/'))).toEqual([])
})

function write(path: string, text: string) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

function writePackage(path: string, manifest: object) {
  write(`${path}/package.json`, JSON.stringify(manifest))
}
