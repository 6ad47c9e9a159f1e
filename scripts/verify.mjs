// `npm run verify -- https://wallet.example.com <projectId>`: builds the wallet's pages from this checkout and compares them, byte by
// byte, with what that origin serves. Run it from a machine that the operator does not control, now and then: a server that gives
// one visitor other pages than you cannot be found out this way, one that gives them to everybody is.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from './lib/child.mjs'
import { compareRelease } from './lib/compareRelease.mjs'
import { prepare } from './lib/prepare.mjs'

const [address, projectId] = process.argv.slice(2)
if (!address || !URL.canParse(address) || !/^[0-9a-f]{32}$/.test(projectId ?? '')) {
  console.error(
    'Say which wallet, and a project that it serves: npm run verify -- https://wallet.example.com <projectId>',
  )
  process.exit(1)
}
await prepare()
const folder = mkdtempSync(join(tmpdir(), 'latchkey-release-'))
try {
  const build = startChild({
    name: 'wallet pages',
    file: 'apps/wallet/build.ts',
    args: [join(folder, 'pages')],
    env: {},
    logFile: join(folder, 'build.log'),
  })
  const { code, tail } = await build.exited
  if (code !== 0) throw new Error(tail.join('\n'))
  const manifest = JSON.parse(readFileSync(join(folder, 'pages/manifest.json'), 'utf8'))
  const url = new URL(address).origin
  const differences = await compareRelease({ url, manifest, projectId })
  for (const difference of differences) console.error(difference)
  if (differences.length > 0) {
    console.error(`\n${url} does not serve this release (${manifest.release}).`)
    process.exitCode = 1
  } else console.log(`${url} serves exactly this release: ${manifest.release}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
